import { useEffect } from 'react'
import { addressOfTab, readAddress } from '#web/dashboard/address/address-state.ts'
import { useGo } from '#web/dashboard/address/use-address.ts'
import { tabs } from './tabs.ts'

const LETTER_WITHIN = 1_500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')

/** '/' goes to the search, '?' opens help, 'g' and a letter opens a tab; silent while typing or in a dialog. */
export function useShortcuts(onHelp: () => void): void {
  const go = useGo()
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog:modal')) return
      const afterG = event.timeStamp - pressedG < LETTER_WITHIN
      pressedG = event.key === 'g' && !afterG ? event.timeStamp : Number.NEGATIVE_INFINITY
      const tab = afterG ? tabs.find(({ letter }) => letter === event.key) : undefined
      if (tab) {
        event.preventDefault()
        go(addressOfTab(readAddress(new URLSearchParams(window.location.search)), tab.name))
      } else if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-search]')?.focus()
      } else if (event.key === '?') {
        event.preventDefault()
        onHelp()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [go, onHelp])
}
