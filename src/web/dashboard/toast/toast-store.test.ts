import { afterEach, describe, expect, it } from 'vitest'
import { currentToast, dismissToast, onToastChange, showToast } from './toast-store.ts'

afterEach(() => {
  const toast = currentToast()
  if (toast) dismissToast(toast.revision)
})

describe('the toast', () => {
  it('is at most one: a new notice takes the place of the one before', () => {
    showToast({ title: 'first' })
    showToast({ title: 'second' })
    expect(currentToast()?.title).toBe('second')
  })

  it('can be changed, and is announced as new by another revision', () => {
    const toast = showToast({ title: 'Refreshing...' })
    const before = currentToast()?.revision
    toast.update({ title: '✅ Data Refreshed' })
    expect(currentToast()?.title).toBe('✅ Data Refreshed')
    expect(currentToast()?.revision).not.toBe(before)
    toast.dismiss()
    expect(currentToast()).toBeNull()
  })

  it('leaves a later notice alone when an earlier one changes or goes', () => {
    const early = showToast({ title: 'early' })
    showToast({ title: 'late' })
    early.update({ title: 'changed' })
    early.dismiss()
    expect(currentToast()?.title).toBe('late')
  })

  it('tells its listeners until they leave', () => {
    let told = 0
    const leave = onToastChange(() => {
      told += 1
    })
    showToast({ title: 'a' }).dismiss()
    leave()
    showToast({ title: 'b' })
    expect(told).toBe(2)
  })
})
