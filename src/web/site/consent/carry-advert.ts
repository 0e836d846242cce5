import { advertAddress } from '#web/site/browser/advert-address.ts'
import { mayRemember } from './visit-leave.ts'

/** Where to go on to: the address with this page's advert in it, as long as nothing may be remembered. */
export const onward = (address: string): string =>
  mayRemember() ? address : advertAddress(address, location)

/** From now on a link of this site that is about to be followed, in whatever way, carries the advert along. */
export function carryAdvert(): void {
  const carry = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const address = link?.getAttribute('href')
    if (!link || !address) return
    const carried = onward(address)
    if (carried !== address) link.setAttribute('href', carried)
  }
  // A new tab, by middle button or menu, is opened without a click of the first button.
  for (const moment of ['pointerdown', 'click']) document.addEventListener(moment, carry, { capture: true })
}
