const DARK = /(@supports[^{]*\{)?\s*\[data-theme=["']?dark["']?\]\s*\{([^}]*)\}/g

/**
 * The design tokens' dark theme, read out of their own style sheet, for a page that follows the system: in force
 * where the system is dark, whatever theme the page starts with.
 */
export function systemDark(tokenStyles: string): string {
  const rules = [...tokenStyles.matchAll(DARK)].map(([, supports = '', block]) =>
    supports ? `${supports}html[data-theme]{${block}}}` : `html[data-theme]{${block}}`,
  )
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
