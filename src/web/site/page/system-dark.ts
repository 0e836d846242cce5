const DARK = /(@supports[^{]*\{)?\s*\[data-theme=["']?dark["']?\]\s*\{([^}]*)\}/g

/**
 * The dark theme of the design tokens and of the owner's colour, read out of their own styles, for a page that follows the
 * system: in force where the system is dark, whatever theme the page starts with.
 */
export function systemDark(styles: string): string {
  const rules = [...styles.matchAll(DARK)].map(([, supports = '', block]) =>
    supports ? `${supports}html[data-theme]{${block}}}` : `html[data-theme]{${block}}`,
  )
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
