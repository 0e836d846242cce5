import type { ReactNode } from 'react'
import type { VideoType } from '#contract/portal-item-types.ts'
import { seededNumbers } from './seeded-numbers.ts'

/*
 * One drawing a video type, all on the same sheet of 320 × 180: flat shapes in the week's tone, ink lines, and one
 * spot of the accent on the thing that matters. A title's own numbers vary what may vary.
 */

const bars = (title: string): ReactNode => {
  const heights = seededNumbers(title, 24)
  const playhead = 9 + Math.round((heights[0] ?? 0) * 6)
  const x = (bar: number) => 26 + bar * 11.5
  return (
    <>
      <path
        className="a-line a-thick"
        d={heights
          .slice(0, playhead)
          .map((height, bar) => `M${x(bar)} ${80 - 44 * height}V${100 + 44 * height}`)
          .join('')}
      />
      <path
        className="a-mid a-thick"
        d={heights
          .slice(playhead + 1)
          .map((height, bar) => `M${x(bar + playhead + 1)} ${80 - 44 * height}V${100 + 44 * height}`)
          .join('')}
      />
      <path className="a-spot-line" d={`M${x(playhead)} 30V150`} />
      <circle className="a-spot" cx={x(playhead)} cy="30" r="8" />
    </>
  )
}

const sheets = (title: string): ReactNode => {
  const lines = seededNumbers(title, 3).map((length) => 48 + length * 44)
  return (
    <>
      <rect className="a-tone" x="122" y="30" width="136" height="92" rx="8" />
      <rect className="a-paper" x="92" y="46" width="136" height="92" rx="8" />
      <rect className="a-paper" x="62" y="62" width="136" height="92" rx="8" />
      <path className="a-line" d={`M80 100h${lines[0]}M80 118h${lines[1]}M80 136h${lines[2]}`} />
      <circle className="a-spot" cx="86" cy="81" r="7" />
    </>
  )
}

const stairs = (title: string): ReactNode => {
  const step = 1 + Math.floor((seededNumbers(title, 1)[0] ?? 0) * 3)
  const [x, y] = [56 + step * 52, 130 - step * 28]
  return (
    <>
      <path className="a-tone" d="M56 180v-50h52v-28h52V74h52V46h108v134z" />
      <path className="a-line" d="M-4 158h60v-28h52v-28h52V74h52V46h112" />
      <circle className="a-spot" cx={x + 26} cy={y - 14} r="12" />
    </>
  )
}

const crowd = (): ReactNode => (
  <>
    <path
      className="a-mid a-dots"
      d={[0, 1, 2, 3]
        .flatMap((row) => Array.from({ length: 9 }, (_, column) => [row, column] as const))
        .filter(([row, column]) => row !== 1 || column !== 5)
        .map(([row, column]) => `M${48 + column * 28} ${48 + row * 28}h.1`)
        .join('')}
    />
    <circle className="a-line" cx="188" cy="76" r="19" />
    <circle className="a-spot" cx="188" cy="76" r="10" />
    <path className="a-line" d="M202 90l26 34" />
  </>
)

const doorway = (): ReactNode => (
  <>
    <rect className="a-tone" x="176" y="34" width="82" height="112" />
    <path className="a-paper" d="M176 34l54 16v112l-54-16z" />
    <path className="a-line" d="M-4 146h180V34h82v112h66M176 34l54 16v112l-54-16" />
    <circle className="a-spot" cx="219" cy="106" r="6" />
  </>
)

const ticked = (): ReactNode => (
  <>
    <rect className="a-paper" x="96" y="22" width="128" height="176" rx="8" />
    <path className="a-line" d="M152 56h50M152 90h38M152 124h46M152 158h30" />
    <path className="a-line" d="M116 55l7 7 12-14M116 89l7 7 12-14" />
    <rect className="a-spot" x="115" y="114" width="20" height="20" rx="5" />
    <rect className="a-line" x="115" y="148" width="20" height="20" rx="5" />
  </>
)

const launchSite = (): ReactNode => (
  <>
    <rect className="a-paper" x="60" y="30" width="172" height="170" rx="8" />
    <path className="a-line" d="M60 56h172M74 43h.1M86 43h.1M98 43h.1M80 82h70M80 98h48" />
    <rect className="a-tone" x="172" y="76" width="42" height="42" rx="5" />
    <rect className="a-spot" x="80" y="116" width="52" height="18" rx="5" />
    <path className="a-line" d="M132 125h126v-50" />
    <circle className="a-ground-dot" cx="258" cy="66" r="9" />
  </>
)

const thread = (): ReactNode => (
  <>
    <rect className="a-paper" x="82" y="28" width="166" height="34" rx="8" />
    <rect className="a-tone" x="108" y="74" width="140" height="34" rx="8" />
    <rect className="a-paper" x="108" y="120" width="118" height="34" rx="8" />
    <path className="a-line" d="M96 45h92M122 91h76M122 137h64M64 60v77h24" />
    <circle className="a-ground-dot" cx="64" cy="45" r="9" />
    <circle className="a-spot" cx="226" cy="108" r="10" />
  </>
)

const threeTags = (): ReactNode => (
  <>
    <rect className="a-paper" x="50" y="92" width="62" height="100" rx="8" />
    <rect className="a-tone" x="129" y="58" width="62" height="140" rx="8" />
    <rect className="a-paper" x="208" y="26" width="62" height="170" rx="8" />
    <path
      className="a-line"
      d="M68 134h26M68 150h16M147 104h26M147 120h26M147 136h16M226 72h26M226 88h26M226 104h26M226 120h16"
    />
    <circle className="a-line" cx="81" cy="110" r="5" />
    <circle className="a-spot" cx="160" cy="77" r="8" />
    <circle className="a-line" cx="239" cy="44" r="5" />
  </>
)

const meeting = (): ReactNode => (
  <>
    <path className="a-tone" d="M-10 200V122C60 122 96 90 160 90s100-32 170-32v142z" />
    <path className="a-line" d="M-10 42c80 0 110 48 170 48M-10 138c80 0 110-48 170-48h170" />
    <circle className="a-spot" cx="160" cy="90" r="12" />
  </>
)

const wayOut = (): ReactNode => (
  <>
    <rect className="a-tone" x="70" y="36" width="124" height="108" rx="8" />
    <path
      className="a-line"
      d="M194 68V44a8 8 0 0 0-8-8H78a8 8 0 0 0-8 8v92a8 8 0 0 0 8 8h108a8 8 0 0 0 8-8v-24"
    />
    <path className="a-line" d="M116 90h150M248 72l18 18-18 18" />
    <circle className="a-spot" cx="112" cy="90" r="11" />
  </>
)

const knot = (): ReactNode => (
  <>
    <circle className="a-tone" cx="116" cy="90" r="62" />
    <path
      className="a-line"
      d="M-6 120C50 120 60 40 104 40c50 0 66 84 22 92-42 8-66-54-28-74 44-22 92 40 56 66-24 16-56-8-44-34 10-22 50-20 78-4s32 10 54 10h36"
    />
    <circle className="a-spot" cx="284" cy="96" r="10" />
  </>
)

const drawings: Record<VideoType, (title: string) => ReactNode> = {
  replay: bars,
  module: sheets,
  tutorial: stairs,
  marketing: crowd,
  intro: doorway,
  checklist: ticked,
  strategy: launchSite,
  casestudy: thread,
  pricing: threeTags,
  sales: meeting,
  exit: wayOut,
  practical: knot,
}

/** The drawing of a video, by its type and title. It says nothing that the words beside it do not. */
export function VideoArt({ type, title }: { type: VideoType; title: string }) {
  return (
    <svg className="art" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {drawings[type](title)}
    </svg>
  )
}
