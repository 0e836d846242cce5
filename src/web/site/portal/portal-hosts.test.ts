import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { portalHosts } from './portal-hosts.ts'

const hostsWith = (...videos: object[]) => portalHosts(SiteContent.parse({ portal: { weeks: [{ videos }] } }))

describe('the third parties of the portal', () => {
  it('are none while no video is there', () => {
    expect(portalHosts(SiteContent.parse({}))).toEqual({})
  })

  it('are one frame for YouTube, which keeps scripts and styles our own', () => {
    expect(hostsWith({ embedUrl: 'https://youtu.be/aB3_-xyz012' })).toEqual({
      frame: ['https://www.youtube-nocookie.com'],
    })
  })

  it('are one frame for Vimeo, and nobody for a film of the owner’s own', () => {
    expect(hostsWith({ vimeo: 'https://vimeo.com/123456789' })).toEqual({
      frame: ['https://player.vimeo.com'],
    })
    expect(hostsWith({ film: `/films/${'a'.repeat(32)}.mp4` })).toEqual({})
  })

  it('are the hosted player’s beside it where both are used', () => {
    const hosts = hostsWith({ embedUrl: 'https://youtu.be/aB3_-xyz012' }, { wistiaId: 'abc123' })
    expect(hosts.frame).toContain('https://www.youtube-nocookie.com')
    expect(hosts.script).toContain('https://fast.wistia.com')
  })

  it('are the owner’s picture hosts, each once', () => {
    const picture = (name: string) => ({ thumbnail: `https://pictures.example/${name}.jpg` })
    expect(hostsWith(picture('a'), picture('b'), { thumbnail: '/own.jpg' })).toEqual({
      img: ['https://pictures.example'],
    })
  })
})
