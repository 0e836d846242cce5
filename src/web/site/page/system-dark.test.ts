import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemDark } from './system-dark.ts'

const tokens = readFileSync(new URL('../../design/tokens.css', import.meta.url), 'utf8')

describe('the dark theme of a page that follows the system', () => {
  it('has the colours of the tokens’ dark theme and no other', () => {
    const dark = systemDark(tokens)
    expect(dark).toMatch(/^@media \(prefers-color-scheme:dark\)\{html\[data-theme\]\{/)
    expect(dark).toContain('color-scheme: dark')
    expect(dark).not.toContain('color-scheme: light')
    const named = (css: string) => new Set(css.match(/--color-[\w-]+(?=:)/g))
    expect(named(dark)).toEqual(named(tokens))
  })

  it('keeps the finer colours of browsers that know them, as the build writes them', () => {
    const built =
      '[data-theme=dark]{--a:#000}@supports (color:lab(0% 0 0)){[data-theme=dark]{--a:lab(0% 0 0)}}'
    expect(systemDark(built)).toBe(
      '@media (prefers-color-scheme:dark){html[data-theme]{--a:#000}@supports (color:lab(0% 0 0)){html[data-theme]{--a:lab(0% 0 0)}}}',
    )
  })
})
