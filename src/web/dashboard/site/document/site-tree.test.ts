import { describe, expect, it } from 'vitest'
import { defaultSiteContent, SiteContent } from '#contract/site-content.ts'
import { fieldsIn, nodeAt, siteParts, titlesOf } from './site-tree.ts'

describe('the parts of the site', () => {
  it('are all there, each with a name', () => {
    expect(siteParts.map(({ key }) => key).toSorted()).toEqual(Object.keys(SiteContent.shape).toSorted())
    expect(siteParts.filter(({ title }) => title === '')).toEqual([])
  })

  it('begin with what is seen and end with what search engines read', () => {
    const home = siteParts.find(({ key }) => key === 'home')
    expect(home?.nodes.at(0)?.key).toBe('headline')
    expect(home?.nodes.at(-1)?.key).toBe('meta')
  })

  it('name a path in the owner’s words', () => {
    expect(titlesOf('home.founder.figures.1.label')).toEqual([
      'Home',
      'Founder',
      'Figures',
      '2',
      'What it counts',
    ])
    expect(nodeAt('home.founder.figures.1.label')).toMatchObject({ kind: 'field', title: 'What it counts' })
    expect(titlesOf('gone.field')).toEqual(['gone'])
  })

  it('give every field with its value, list entries included', () => {
    const [founder, value] = [nodeAt('home.founder'), defaultSiteContent.home.founder]
    if (!founder) throw new Error('there is a founder')
    expect(fieldsIn(founder, 'home.founder', value)).toContainEqual(
      expect.objectContaining({ path: 'home.founder.figures.2.figure', value: '3' }),
    )
  })
})
