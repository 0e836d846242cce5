import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdChoice } from '#contract/ad-permission.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { moveKept } from '#web/site/application/kept-answers.ts'
import { closeStep, openerOf, takeLinks } from '#web/site/browser/dialog-step.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { forgetVisit, visitorRecord } from '#web/site/browser/visitor-record.ts'
import { useFragment } from '#web/site/island/use-fragment.ts'
import {
  adAnswer,
  adPermissionNow,
  keepAdAnswer,
  onAnswer,
  refusesAds,
  sayAnswered,
  visitPermissionNow,
} from './ad-answer.ts'
import { sendAnswer } from './send-answer.ts'

/** What the bar says. */
export type BarWords = Pick<
  SiteContent['adConsent'],
  'label' | 'text' | 'signal' | 'decline' | 'accept' | 'close'
>

const FRAGMENT = '#ad-choices'

async function answer(choice: AdChoice['choice']): Promise<void> {
  keepAdAnswer({ choice, version: pageAds.version, told: false })
  if (choice === 'refused') forgetVisit()
  else visitorRecord()
  moveKept()
  await sendAnswer()
  sayAnswered(choice)
}

/** Takes the focus out of a bar that goes: to where it was before, else to the link that opens the bar again. */
function leaveBar(before: Element | null): void {
  for (const place of [before, document.querySelector(`a[href="${FRAGMENT}"]`)]) {
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    if (document.activeElement === place) return
  }
}

/** What sticks to the bottom of a page, and the page's own end, make room for the bar by its height. */
function useRoom(isOpen: boolean, heightNow: () => number): void {
  useEffect(() => {
    const { dataset, style } = document.documentElement
    const makeRoom = () => style.setProperty('--ad-choices-room', `${heightNow()}px`)
    dataset.adChoices = isOpen ? 'open' : 'closed'
    makeRoom()
    addEventListener('resize', makeRoom)
    return () => removeEventListener('resize', makeRoom)
  }, [isOpen, heightNow])
}

/**
 * The bar that asks before a visitor is remembered: it shows itself where a visitor must be asked, and again from its
 * link in the footer. Until it comes to life it stays hidden, and nobody is remembered.
 */
export function ConsentBar({ words }: { words: BarWords }) {
  const bar = useRef<HTMLElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const focusBefore = useRef<Element>(null)
  const [mustAsk, setMustAsk] = useState(false)
  const isWanted = useFragment() === FRAGMENT
  const isOpen = mustAsk || isWanted
  const said = isOpen && (refusesAds() ? 'signal' : (adAnswer()?.choice ?? 'nothing'))
  useRoom(
    isOpen,
    useCallback(() => bar.current?.offsetHeight ?? 0, []),
  )

  useEffect(() => {
    // An answer of an earlier page that the server does not have yet is sent now.
    void sendAnswer()
    const ask = () => setMustAsk([adPermissionNow(), visitPermissionNow()].includes('unasked'))
    ask()
    onAnswer(ask)
    return takeLinks(FRAGMENT)
  }, [])
  useEffect(() => {
    if (!isWanted) return
    const opener = openerOf(FRAGMENT)?.on
    const button = refusesAds() ? close.current : first.current
    button?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isWanted])

  const shut = () => {
    if (!isWanted && bar.current?.contains(document.activeElement)) leaveBar(focusBefore.current)
    setMustAsk(false)
    if (isWanted) closeStep()
  }
  const choose = (choice: AdChoice['choice']) => () => {
    shut()
    void answer(choice)
  }
  return (
    <section
      id="ad-choices"
      className="ad-choices"
      aria-label={words.label}
      ref={bar}
      hidden={!isOpen}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget
      }}
      data-said={said || undefined}
    >
      <p className="ad-choices-ask">{words.text}</p>
      <p className="ad-choices-signal">{words.signal}</p>
      <div className="ad-choices-answers">
        <button type="button" value="refused" ref={first} onClick={choose('refused')}>
          {words.decline}
        </button>
        <button type="button" value="granted" onClick={choose('granted')}>
          {words.accept}
        </button>
        <button type="button" value="close" className="ad-choices-close" ref={close} onClick={shut}>
          {words.close}
        </button>
      </div>
    </section>
  )
}
