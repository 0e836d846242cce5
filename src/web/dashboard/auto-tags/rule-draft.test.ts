import { describe, expect, it } from 'vitest'
import { draftOf, fieldToMend, inputOf, problemsOf, secondsOf } from './rule-draft.ts'

describe('a rule in the editor', () => {
  it('reads minutes and seconds', () => {
    expect(['11:55', ' 0:05 ', '14', '1:5', '', '11:60', '-1', 'eleven', '1:2:3'].map(secondsOf)).toEqual([
      715,
      5,
      840,
      65,
      undefined,
      null,
      null,
      null,
      null,
    ])
  })

  it('sends back what it was given', () => {
    const rule = {
      id: '1',
      name: 'Saw pitch',
      description: 'Watched.',
      tagName: 'VH02',
      trigger: 'video_progress' as const,
      conditions: { page: ['vsl'], exactPage: ['/meme'], watchTime: 715 },
      isActive: 'true' as const,
      successCount: 0,
      errorCount: 0,
      lastTriggered: null,
      createdAt: '',
    }
    const { name, description, tagName, trigger, conditions } = rule
    expect(inputOf(draftOf(rule))).toEqual({ name, description, tagName, trigger, conditions })
  })

  it('leaves out what the chosen trigger does not know', () => {
    const draft = { ...draftOf(undefined), page: ['vsl'], watchTime: '11:55' }
    expect(inputOf(draft).conditions).toEqual({ page: ['vsl'] })
    expect(inputOf({ ...draft, trigger: 'booking' }).conditions).toEqual({})
    expect(inputOf({ ...draft, trigger: 'video_progress' }).conditions).toEqual({
      page: ['vsl'],
      watchTime: 715,
    })
  })

  it('tells what is missing', () => {
    const draft = { ...draftOf(undefined), trigger: 'video_progress' as const, watchTime: 'soon' }
    expect(Object.keys(problemsOf(draft))).toEqual(['name', 'tagName', 'conditions.watchTime'])
    expect(problemsOf({ ...draft, name: 'a', tagName: 'b', watchTime: '' })).toEqual({})
  })
  it('counts what is typed and not added yet, with the slash that every path has', () => {
    const draft = { ...draftOf(undefined), page: ['vsl'], typedPage: ' vsl ', typedExactPage: 'meme' }
    expect(inputOf(draft).conditions).toEqual({ page: ['vsl'], exactPage: ['/meme'] })
  })

  it('says by its name on screen which field keeps it from being tried', () => {
    expect(fieldToMend({ name: 'is needed' })).toBeUndefined()
    expect(fieldToMend({ 'conditions.page.3': 'must be at most 200 characters' })).toEqual({
      name: 'Pages whose path contains',
      problem: 'must be at most 200 characters',
    })
  })
})
