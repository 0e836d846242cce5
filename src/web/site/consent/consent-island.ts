import '#web/site/browser/clean-address.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { forgetVisit, visitorRecord } from '#web/site/browser/visitor-record.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import {
  adAnswer,
  adPermissionNow,
  keepAdAnswer,
  refusesAds,
  sayAnswered,
  visitPermissionNow,
} from './ad-answer.ts'
import { sendAnswer } from './send-answer.ts'

/**
 * Brings the consent bar to life: it shows itself where a visitor must be asked, and again from its link in the
 * footer. An answer of an earlier page that the server does not have yet is sent now.
 */
function startConsentBar(): void {
  const bar = document.querySelector<HTMLElement>('#ad-choices')
  const buttons = bar ? [...bar.querySelectorAll<HTMLButtonElement>('button')] : []
  let opener: HTMLElement | null = null

  // What sticks to the bottom of a page, and the page's own end, make room for the bar by this length.
  const { dataset, style } = document.documentElement
  const makeRoom = () => {
    dataset.adChoices = bar?.hidden === false ? 'open' : 'closed'
    style.setProperty('--ad-choices-room', `${bar?.offsetHeight ?? 0}px`)
  }
  const close = () => {
    if (bar) bar.hidden = true
    makeRoom()
    opener?.focus()
    opener = null
  }
  const open = () => {
    if (!bar) return
    bar.dataset.said = refusesAds() ? 'signal' : (adAnswer()?.choice ?? 'nothing')
    bar.hidden = false
    makeRoom()
  }

  for (const button of buttons) {
    button.addEventListener('click', async () => {
      const choice = button.value
      close()
      if (choice !== 'granted' && choice !== 'refused') return
      keepAdAnswer({ choice, version: pageAds.version, told: false })
      if (choice === 'refused') forgetVisit()
      else visitorRecord()
      await sendAnswer()
      sayAnswered(choice)
    })
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.getAttribute('href') !== '#ad-choices') return
    event.preventDefault()
    opener = link
    open()
    buttons.find((button) => button.offsetParent !== null)?.focus()
  })
  addEventListener('resize', makeRoom)
  makeRoom()
  if ([adPermissionNow(), visitPermissionNow()].includes('unasked')) open()
  void sendAnswer()
}

whenActivated(startConsentBar)
