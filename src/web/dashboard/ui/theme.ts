import { useLayoutEffect } from 'react'

const system = window.matchMedia('(prefers-color-scheme: dark)')
let alwaysDark = false

function apply(): void {
  document.documentElement.dataset.theme = alwaysDark || system.matches ? 'dark' : 'light'
}

/** Sets the page's light or dark theme from the system's wish, now and whenever it changes. */
export function followSystemTheme(): void {
  apply()
  system.addEventListener('change', apply)
}

/** Keeps the whole page dark while the caller is on screen, whatever the system wishes. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    alwaysDark = true
    apply()
    return () => {
      alwaysDark = false
      apply()
    }
  }, [])
}
