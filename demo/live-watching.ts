import { trainingTimes } from '#contract/training-times.ts'
import { VIDEO_SECONDS } from './coach-film.ts'
import type { LiveLead } from './live-visit.ts'
import type { Pace } from './pace.ts'
import type { Random } from './random.ts'
import { reportOf } from './record-traffic.ts'
import { mediaOf } from './site-pages.ts'
import { watchReports } from './watch-reports.ts'

const media = mediaOf('/freetraining')

/** Lets a live lead watch the training past its pitch: its page reports in the seconds in which it really would. */
export async function watchLive(random: Random, lead: LiveLead, pace: Pace): Promise<void> {
  let watched = 0
  for (const { second, steps } of watchReports(random.whole(trainingTimes.pitchSeen + 2, 905))) {
    const passed = (second - watched) * 1000
    await pace([passed, passed])
    watched = second
    if (steps.length === 0) await reportPitch(lead, second)
    else
      await lead.browser.post('/api/visitors/watch-progress', {
        ...{ media, steps, position: second, duration: VIDEO_SECONDS },
      })
  }
}

/** Lets a live lead jump near the video's end: its page has one second to report, and nothing that was watched. */
export const skipToEnd = (random: Random, lead: LiveLead): Promise<void> =>
  reportPitch(lead, random.whole(trainingTimes.unlock, 905))

async function reportPitch({ visitor, browser }: LiveLead, watchTime: number): Promise<void> {
  const { fingerprint } = reportOf(visitor)
  await browser.post('/api/leads/add-video-tag', { fingerprint, watchTime })
}
