import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepAwake } from './keep-awake.ts'

/** A browser's screen: how many locks were asked for, which are held, and how long each takes to come. */
function screen() {
  const held = new Set<EventTarget>()
  const given = Promise.withResolvers<void>()
  const request = vi.fn(async () => {
    await given.promise
    const lock = Object.assign(new EventTarget(), {
      async release() {
        held.delete(lock)
        lock.dispatchEvent(new Event('release'))
      },
    })
    held.add(lock)
    return lock
  })
  vi.stubGlobal('navigator', { wakeLock: { request } })
  return { held, request, give: given.resolve }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(async () => {
  keepAwake(false)
  await settled()
  vi.unstubAllGlobals()
})

describe('the screen', () => {
  it('is kept on by one lock, however often that is wanted before it is there, and by none afterwards', async () => {
    const { held, request, give } = screen()
    for (let told = 0; told < 3; told += 1) keepAwake(true)
    give()
    await settled()
    keepAwake(true)
    expect(request).toHaveBeenCalledTimes(1)
    expect(held.size).toBe(1)
    keepAwake(false)
    await settled()
    expect(held.size).toBe(0)
  })

  it('is not kept on by a lock that comes when nobody wants it any more', async () => {
    const { held, give } = screen()
    keepAwake(true)
    keepAwake(false)
    keepAwake(true)
    give()
    await settled()
    expect(held.size).toBe(1)
    keepAwake(false)
    await settled()
    expect(held.size).toBe(0)
  })

  it('is kept on again after the window was out of sight, where a browser takes the lock back', async () => {
    const { held, request, give } = screen()
    give()
    keepAwake(true)
    await settled()
    for (const lock of held) lock.dispatchEvent(new Event('release'))
    held.clear()
    keepAwake(true)
    await settled()
    expect(request).toHaveBeenCalledTimes(2)
    expect(held.size).toBe(1)
  })
})
