import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { contentTree, emptyValue } from './content-tree.ts'
import type { ContentNode } from './field-node.ts'

const site = contentTree('', SiteContent)

function at(path: string): ContentNode | undefined {
  return path.split('.').reduce<ContentNode | undefined>((node, key) => {
    if (node?.kind === 'list') return node.item
    return node?.kind === 'group' ? node.nodes.find((part) => part.key === key) : undefined
  }, site)
}

const every = (node: ContentNode): ContentNode[] =>
  node.kind === 'group'
    ? [node, ...node.nodes.flatMap(every)]
    : node.kind === 'list'
      ? [node, ...every(node.item)]
      : [node]

describe('the fields of the content', () => {
  it('are drawn from the schema with their words, limits and defaults', () => {
    expect(at('home.headline')).toMatchObject({
      kind: 'field',
      format: 'line',
      title: 'Headline',
      max: 120,
      fallback: 'Build a software business without writing code',
    })
    expect(at('home.intro')).toMatchObject({ format: 'prose', max: 400 })
    expect(at('builder.offer.places')).toMatchObject({ format: 'amount', min: 0, max: 1000, fallback: 3 })
    expect(at('consent.offerCall')).toMatchObject({ format: 'switch', fallback: true })
    expect(at('freetraining.video.wistiaId')).toMatchObject({ format: 'media-id' })
    expect(at('adConsent.ask')).toMatchObject({ format: 'choice', options: ['region', 'always', 'never'] })
    expect(at('pixel.id')).toMatchObject({ format: 'pixel-id' })
  })

  it('know lists with their entries, and pictures', () => {
    expect(at('home.founder.figures')).toMatchObject({ kind: 'list', max: 4, item: { kind: 'group' } })
    expect(at('portal.weeks')).toMatchObject({ kind: 'list', min: 1, max: 12, entryIds: 'week' })
    expect(at('brand.portrait')).toMatchObject({ kind: 'group', isPicture: true })
    expect(at('portal.weeks.0.videos.0.thumbnail')).toMatchObject({ format: 'picture-link' })
  })

  it('have a title each, except where a list says enough', () => {
    const untitled = every(site).filter(
      (node) => node.kind === 'field' && node.title === '' && node.key !== '',
    )
    expect(untitled).toEqual([])
  })

  it('leave out what the server fills in', () => {
    expect(at('consent.version')).toBeUndefined()
    expect(at('consent.text')).toBeDefined()
  })

  it('make a new entry of a list', () => {
    const videos = at('portal.weeks.0.videos')
    if (videos?.kind !== 'list') throw new Error('videos are a list')
    expect(emptyValue(videos.item)).toMatchObject({ title: '', type: 'module', embedUrl: '' })
  })
})
