import { describe, expect, it } from 'vitest'
import { laterPlan, Pixel, pixelPlan } from './site-content-pixel.ts'

const set = Pixel.parse({ id: '123456789012345' })
const short = (path: string) =>
  pixelPlan(set, path).map(({ moment, event, value }) => `${event} ${moment}${value ? ` ${value}` : ''}`)

describe('the plan of pixel events', () => {
  it.each([
    ['/', ['Lead submit', 'CompleteRegistration submit']],
    ['/freetraining', ['Lead submit', 'CompleteRegistration submit']],
    ['/freetraining2', ['Lead load', 'Lead submit', 'CompleteRegistration submit']],
    ['/freetrainingc', ['Lead submit', 'CompleteRegistration submit']],
    ['/meme', ['ViewContent popup', 'Lead popup', 'CompleteRegistration submit']],
    ['/meme2', ['ViewContent popup', 'Lead popup', 'CompleteRegistration submit']],
    ['/lander-college', ['ViewContent load', 'ViewContent popup', 'Lead submit']],
    ['/lander-hack', ['ViewContent load', 'ViewContent popup', 'Lead submit']],
    ['/thankyoucall', ['Purchase load 40']],
    ['/thankyoucallb', ['Purchase load 3']],
    ['/thankyoucallc', ['SubmitApplication load']],
    ['/qualified', ['SubmitApplication load']],
    ['/bookstrategy', ['SubmitApplication load', 'Purchase load 50']],
    ['/callbooked', ['Schedule load']],
    ['/builder', ['ViewContent load', 'InitiateCheckout checkout']],
    ['/trainingportal', []],
    ['/terms', []],
    ['constructor', []],
  ])('of %s is the specification’s', (path, events) => {
    expect(short(path)).toEqual(events)
  })

  it('counts a Purchase and an application once per person, a Schedule once per booking', () => {
    const once = ['/thankyoucall', '/qualified', '/callbooked', '/'].map(
      (path) => pixelPlan(set, path)[0]?.once,
    )
    expect(once).toEqual(['person', 'person', 'booking', 'visitor'])
  })

  it('follows the owner’s switches and values, and never names a currency without a value', () => {
    const own = Pixel.parse({
      id: '1',
      pages: { '/': { lead: { on: false }, registration: { value: 5, currency: 'EUR' } } },
    })
    expect(pixelPlan(own, '/')).toEqual([
      { moment: 'submit', event: 'CompleteRegistration', once: 'visitor', value: 5, currency: 'EUR' },
    ])
    expect(pixelPlan(own, '/qualified')).toEqual([
      { moment: 'load', event: 'SubmitApplication', once: 'person', content: 'Low Application' },
    ])
    const free = Pixel.parse({ id: '1', pages: { '/thankyoucallb': { purchase: { value: 0 } } } })
    expect(pixelPlan(free, '/thankyoucallb')[0]).toMatchObject({ value: 0, currency: 'USD' })
  })

  it('reports a PageView only where the owner asks for it, first, on the pages of the table alone', () => {
    const counted = Pixel.parse({ id: '1', pageView: true })
    const view = { moment: 'load', event: 'PageView', once: 'visitor' }
    for (const path of Object.keys(counted.pages)) {
      expect(pixelPlan(counted, path), path).toEqual([view, ...pixelPlan(set, path)])
      expect(pixelPlan(set, path).map(({ event }) => event)).not.toContain('PageView')
    }
    for (const path of ['/trainingportal', '/terms', '/privacy', '/nowhere'])
      expect(pixelPlan(counted, path), path).toEqual([])
    expect(pixelPlan(Pixel.parse({ pageView: true }), '/')).toEqual([])
  })

  it('is empty without a pixel id, and takes only digits for one', () => {
    expect(pixelPlan(Pixel.parse({}), '/')).toEqual([])
    expect(Pixel.safeParse({ id: "1');alert(1)" }).success).toBe(false)
  })
})

describe('what the server reports later', () => {
  it('is on from the start, with the amount paid as a payment’s only value', () => {
    expect(laterPlan(set, 'applied')).toEqual({ event: 'SubmitApplication', content: 'Applied' })
    expect(laterPlan(set, 'booked')).toEqual({ event: 'Schedule', content: 'Call booked' })
    expect(laterPlan(set, 'held')).toEqual({ event: 'CallHeld', content: 'Call held' })
    expect(laterPlan(set, 'paid')).toEqual({ event: 'Purchase', content: 'Payment' })
    expect(laterPlan(set, 'refunded')).toEqual({ event: 'Refund', content: 'Refund' })
  })

  it('follows the owner’s switches and values, and is nothing without a pixel', () => {
    const later = { held: { value: 70, currency: 'EUR', content: '' }, booked: { on: false } }
    const own = Pixel.parse({ id: '1', later })
    expect(laterPlan(own, 'held')).toEqual({ event: 'CallHeld', content: '', value: 70, currency: 'EUR' })
    expect(laterPlan(own, 'booked')).toBeUndefined()
    expect(laterPlan(Pixel.parse({}), 'paid')).toBeUndefined()
  })
})
