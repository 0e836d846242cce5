import '#web/site/browser/clean-address.ts'
import { trainingTimes } from '#contract/training-times.ts'
import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { mayRemember, visitLeave } from '#web/site/consent/visit-leave.ts'
import { knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { startApplication } from './application-script.ts'
import { type HostedPlayer, mountPlayer, videoSeconds } from './hosted-player.ts'
import { reportWatching } from './report-watching.ts'
import { clockText, isUnlocked, secondsLeft, unlockTime } from './unlock-rule.ts'
import { watchMarks } from './watch-marks.ts'

const KEY = `unlocksAt ${location.pathname}`
const REPORTED = 'watchReported'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const loadedAt = Date.now()
let unlocksAt = unlockTime(loadedAt, rememberedTime())
const reported = Number(readStored(REPORTED, 'sessionStorage') ?? recall(REPORTED, isNumber) ?? -1)
const marks = watchMarks(Number.isFinite(reported) ? reported : -1)
let player: HostedPlayer | null = null
let watching: ReturnType<typeof reportWatching> | undefined
let watchedSeconds = 0

// Where storage is forbidden the tab's history entry keeps the time over a reload.
function rememberedTime(): number | undefined {
  const stored = readStored(KEY)
  return stored === undefined ? recall(KEY, isNumber) : Number(stored)
}

function rememberTime(): void {
  if (!writeStored(KEY, String(unlocksAt))) keep(KEY, unlocksAt)
}

function startStage(): void {
  const screen = document.querySelector<HTMLElement>('.screen')
  const play = screen?.querySelector<HTMLElement>('.play')
  const mediaId = screen?.dataset.media
  if (!screen || !play || !mediaId) return
  const failure = document.querySelector<HTMLElement>('.stage-failed')
  let locked = play.hasAttribute('data-gated')
  // Whoever has given their details in this browser watches without being asked again.
  if (locked) {
    void knownLead().then((lead) => {
      locked = !lead
    })
  }
  play.addEventListener('click', async (event) => {
    // A locked video's play sign is a link to the lead dialog, and stays one.
    if (locked) return
    event.preventDefault()
    event.stopPropagation()
    if (play.getAttribute('aria-busy') === 'true') return
    play.setAttribute('aria-busy', 'true')
    if (failure) failure.hidden = true
    try {
      player = await mountPlayer(screen, mediaId)
      watching = reportWatching(mediaId, marks)
      void askForMarks()
      const hadFocus = document.activeElement === play
      play.remove()
      // Whoever pressed it by the keyboard stays where the video is.
      if (hadFocus) screen.focus({ preventScroll: true })
    } catch (error) {
      // A blocked or missing player can be tried again by pressing again.
      console.warn('The video player did not start.', error)
      play.removeAttribute('aria-busy')
      if (failure) failure.hidden = false
    }
  })
}

async function askForMarks(): Promise<void> {
  try {
    const answer = await fetch('/api/visitors/awaited-seconds', { credentials: 'include' })
    if (answer.ok) marks.wait((await answer.json()).seconds)
  } catch (error) {
    // The pitch is reported all the same, and the next batch of watched steps brings the others.
    console.warn('The seconds to report could not be asked for.', error)
  }
}

function rememberReported(watchTime: number): void {
  if (!writeStored(REPORTED, String(watchTime), 'sessionStorage')) keep(REPORTED, watchTime)
}

async function reportReached(watchTime: number): Promise<void> {
  // Once a page load; a report that failed is made again by the next page load of this visit.
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: what was watched is not reported.')
    return
  }
  try {
    const body = { fingerprint, watchTime, ...visitLeave() }
    const answer = await post('/api/leads/add-video-tag', body, { keepalive: true })
    if (answer.ok) rememberReported(watchTime)
    else console.warn(`Reporting what was watched was answered with ${answer.status}.`)
  } catch (error) {
    console.warn('What was watched could not be reported.', error)
  }
}

function startNextStep(next: HTMLElement): void {
  const clock = next.querySelector('.clock')
  const show = (step: 'waiting' | 'countdown' | 'apply') => {
    for (const part of next.querySelectorAll<HTMLElement>('[data-step]'))
      part.hidden = part.dataset.step !== step
  }
  let ticking = 0
  const tick = () => {
    const now = Date.now()
    if (isUnlocked(unlocksAt, now, watchedSeconds)) {
      unlocksAt = Math.min(unlocksAt, now)
      rememberTime()
      clearInterval(ticking)
      show('apply')
      return
    }
    if (clock) clock.textContent = clockText(secondsLeft(unlocksAt, now))
    if (now - loadedAt >= trainingTimes.cardAppears * 1000) show('countdown')
  }
  rememberTime()
  ticking = window.setInterval(tick, 1000)
  tick()
}

function startPolling(): void {
  const poll = () => {
    watchedSeconds = videoSeconds(player)
    if (player) watching?.(player, watchedSeconds)
    if (marks.reach(watchedSeconds)) void reportReached(Math.floor(watchedSeconds))
  }
  setTimeout(() => {
    poll()
    setInterval(poll, trainingTimes.pollEvery * 1000)
  }, trainingTimes.pollAfter * 1000)
}

startStage()
startPolling()
const next = document.querySelector<HTMLElement>('.next')
if (next) {
  startNextStep(next)
  void startApplication(next)
}
