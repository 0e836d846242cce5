import '#web/site/browser/clean-address.ts'
import { trainingTimes } from '#contract/training-times.ts'
import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { startLeadDialog } from '#web/site/lead-dialog/lead-dialog-script.ts'
import { startApplication } from './application-script.ts'
import { type HostedPlayer, mountPlayer, videoSeconds } from './hosted-player.ts'
import { reportWatching } from './report-watching.ts'
import { clockText, isUnlocked, pitchIsDue, secondsLeft, unlockTime } from './unlock-rule.ts'

const KEY = `unlocksAt ${location.pathname}`
const loadedAt = Date.now()
const remembered = readStored(KEY)
let unlocksAt = unlockTime(loadedAt, remembered === undefined ? undefined : Number(remembered))
let pitchReported = readStored('pitchSeen', 'sessionStorage') === 'yes'
let player: HostedPlayer | null = null
let watching: ReturnType<typeof reportWatching> | undefined
let watchedSeconds = 0

function startStage(): void {
  const screen = document.querySelector<HTMLElement>('.screen')
  const play = screen?.querySelector<HTMLElement>('.play')
  const mediaId = screen?.dataset.media
  if (!screen || !play || !mediaId) return
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
    try {
      player = await mountPlayer(screen, mediaId)
      watching = reportWatching(mediaId)
      play.remove()
    } catch (error) {
      // A blocked or missing player can be tried again by pressing again.
      console.warn('The video player did not start.', error)
      play.removeAttribute('aria-busy')
    }
  })
}

async function reportPitch(watchTime: number): Promise<void> {
  pitchReported = true
  writeStored('pitchSeen', 'yes', 'sessionStorage')
  if (!deviceReport.fingerprint) {
    console.warn('No fingerprint: the pitch is not reported.')
    return
  }
  try {
    const answer = await post('/api/leads/add-video-tag', {
      fingerprint: deviceReport.fingerprint,
      watchTime,
    })
    if (!answer.ok) console.warn(`Reporting the pitch was answered with ${answer.status}.`)
  } catch (error) {
    console.warn('The pitch could not be reported.', error)
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
      writeStored(KEY, String(unlocksAt))
      clearInterval(ticking)
      show('apply')
      return
    }
    if (clock) clock.textContent = clockText(secondsLeft(unlocksAt, now))
    if (now - loadedAt >= trainingTimes.cardAppears * 1000) show('countdown')
  }
  writeStored(KEY, String(unlocksAt))
  ticking = window.setInterval(tick, 1000)
  tick()
}

function startPolling(): void {
  const poll = () => {
    watchedSeconds = videoSeconds(player)
    if (player) watching?.(player, watchedSeconds)
    if (pitchIsDue(watchedSeconds, pitchReported)) void reportPitch(Math.floor(watchedSeconds))
  }
  setTimeout(() => {
    poll()
    setInterval(poll, trainingTimes.pollEvery * 1000)
  }, trainingTimes.pollAfter * 1000)
}

startLeadDialog()
startStage()
startPolling()
const next = document.querySelector<HTMLElement>('.next')
if (next) {
  startNextStep(next)
  void startApplication(next)
}
