import { post } from '#web/site/browser/call.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { forgetClickIds, visitorRecord } from '#web/site/browser/visitor-record.ts'
import { adAnswer, adPermissionNow, keepAdAnswer, refusesAds } from './ad-answer.ts'

type Choice = 'granted' | 'refused'

/** Gives the server the answer it does not have yet; a later page tries again where that fails. */
async function tellAnswer(): Promise<void> {
  const answer = adAnswer()
  if (!answer || answer.told) return
  const { choice, version } = answer
  try {
    const told = await post('/api/visitors/ad-consent', { choice, version, page: location.pathname })
    if (told.ok) keepAdAnswer({ choice, version, told: true })
  } catch (error) {
    console.warn('The answer about advert cookies is told later.', error)
  }
}

/**
 * Brings the consent bar to life: it shows itself where a visitor must be asked, and again from its link in the
 * footer. `onChoice` runs once the answer is kept and the server has been told. Resolves when an answer of an
 * earlier page has been told.
 */
export function startConsentBar(onChoice: (choice: Choice) => void): Promise<void> {
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
      if (choice === 'refused') forgetClickIds()
      else visitorRecord()
      await tellAnswer()
      onChoice(choice)
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
  if (adPermissionNow() === 'unasked') open()
  return tellAnswer()
}
