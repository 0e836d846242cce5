import { describe, expect, it } from 'vitest'
import { valueAt, withValue } from './path-value.ts'

const document = {
  home: { headline: 'a', figures: [{ label: 'x' }, { label: 'y' }] },
  brand: { coach: 'Ana' },
}

describe('a path into the content', () => {
  it('finds what stands there, through objects and lists', () => {
    expect(valueAt(document, 'home.figures.1.label')).toBe('y')
    expect(valueAt(document, 'home.nothing.here')).toBeUndefined()
  })

  it('changes one place and leaves everything else the same object', () => {
    const changed = withValue(document, 'home.figures.0.label', 'z')
    expect(changed.home.figures).toEqual([{ label: 'z' }, { label: 'y' }])
    expect(changed.home.figures[1]).toBe(document.home.figures[1])
    expect(changed.brand).toBe(document.brand)
    expect(document.home.figures[0]?.label).toBe('x')
  })

  it('makes the way where there was none', () => {
    expect(withValue({}, 'pixel.id', '1')).toEqual({ pixel: { id: '1' } })
  })
})
