// Draws two films of slides, without sound: the one that every site shows until its coach's own is there, which says
// what belongs there, as MP4 (H.264) for phones and as WebM (VP8) for browsers that were built without H.264; and the
// training of the demo's invented coach, as MP4, as a coach would upload it.
// It needs a Chromium and the ffmpeg of a Linux distribution (in Debian: apt-get install ffmpeg), which is used as a
// tool and does not ship. Run it after a change and give the addresses in src/contract/film-address.ts and
// demo/coach-film.ts a new number:
// node bin/draw-films.mjs [sample-film|coach-film]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const [WIDTH, HEIGHT] = [1280, 720]
const LIMIT = 2_000_000

/** Each film: where it goes, how long it is, its colours, and its slides: from which second, headline, words below. */
const films = {
  'sample-film': {
    folder: 'src/web/site/film',
    label: 'Sample film',
    seconds: 900,
    colours: { ground: '#f6e4c8', ink: '#16192a', accent: '#2346d8' },
    forms: ['mp4', 'webm'],
    slides: [
      [
        0,
        'This is a sample film',
        'Your own training belongs here. Until it does, this one tells you what to put in it.',
      ],
      [
        30,
        'Putting yours here',
        'Dashboard → Site → Free training → Video. Upload the file from your phone or computer; MP4 is best.',
      ],
      [
        60,
        'Fifteen minutes, six parts',
        'This is one way to tell it. The times below fit what the page does by itself.',
      ],
      [
        90,
        'Say what they will be able to do',
        'One sentence, and who it is for. Show the end first: the thing they will have made.',
      ],
      [
        180,
        'Show that it can be done',
        'Do it on screen, small and whole. Watching you do it is worth more than a promise.',
      ],
      [
        300,
        'The first step',
        'What to decide before starting, and how you decide it. One example is enough.',
      ],
      [420, 'The second step', 'The part most people get wrong. Say what goes wrong, then do it right.'],
      [540, 'The third step', 'From working to worth paying for. Leave them with something to try tonight.'],
      [
        660,
        'What is still hard alone',
        'Be honest about what takes help: it is why somebody works with you.',
      ],
      [715, 'Your offer', 'From here on, at 11:55, a viewer counts as having seen your offer. Say it now.'],
      [
        780,
        'How you work together',
        'What happens in which week, what you expect of them, and for whom it is not.',
      ],
      [855, 'The next step', 'At 14:15 the button under this film opens by itself. Ask them to press it.'],
    ],
  },
  'coach-film': {
    folder: 'demo',
    label: 'Wickett Works',
    seconds: 930,
    colours: { ground: '#e9efe9', ink: '#123c3b', accent: '#0b5d5b' },
    forms: ['mp4'],
    slides: [
      [
        0,
        'One sentence, one app',
        'A free training with Marlo Wickett. Have something to write with, and half an hour tonight.',
      ],
      [
        40,
        'What you will have by the end',
        'One small app that does one thing, online, with a way to pay for it.',
      ],
      [
        100,
        'Who is talking',
        'Fourteen years of software, for banks and for bakeries. 120 founders, most of whom had never written code.',
      ],
      [
        170,
        'The sentence',
        '“It does this, for these people, when that happens.” If it needs an ‘and’, it is two apps.',
      ],
      [
        260,
        'Three that went wrong',
        'A marketplace, a social network, and an app for everybody. What each became once it was one sentence.',
      ],
      [
        350,
        'Watch me build one',
        'A bakery wants to know by noon how many loaves are promised for tomorrow. Nothing more.',
      ],
      [
        470,
        'Ask for the smallest thing',
        'First the page with the number. Then the form. Payment last: it is one evening, not one month.',
      ],
      [
        590,
        'When it breaks',
        'It will. Read the message out loud, say what you expected, and change one thing at a time.',
      ],
      [
        660,
        'Put it where people are',
        'A link, five people who said they need it, and one question: what would you miss if I took it away?',
      ],
      [
        715,
        'The Friday Build',
        'Three weeks, six founders, one product each. Every Friday you put something online while I watch.',
      ],
      [
        790,
        'Who it is for, and who not',
        'For you if you will show unfinished work. Not for you if you want it built for you.',
      ],
      [855, 'The next step', 'The button below is open now. A few questions, then we talk. No slides.'],
    ],
  },
}

const face = (name, file) =>
  `@font-face{font-family:${name};src:url(data:font/woff2;base64,${readFileSync(`${root}src/web/design/fonts/${file}`).toString('base64')})}`
const time = (second) => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
const slide = ({ label, colours, slides }, [at, headline, text], index) => {
  const share = index / (slides.length - 1)
  return `<style>${face('Display', 'bricolage-latin.woff2')}${face('Text', 'inter-latin.woff2')}
  *{margin:0;box-sizing:border-box}body{width:100vw;height:100vh;padding:72px 88px;background:${colours.ground};color:${colours.ink};
  font:30px/1.45 Text;display:flex;flex-direction:column;overflow:hidden}
  header{display:flex;justify-content:space-between;font-size:24px}b{font-weight:600}
  h1{margin-top:auto;max-width:20ch;font:88px/1.04 Display;letter-spacing:-.03em;text-wrap:balance}
  p{margin:26px 0 auto;max-width:34em;text-wrap:balance}svg{display:block;width:100%;height:96px;overflow:visible}
  path{fill:none;stroke:${colours.ink};stroke-width:6;stroke-linecap:round}circle{fill:${colours.accent}}</style>
  <header><b>${label}</b><span>${time(at)}</span></header><h1>${headline}</h1><p>${text}</p>
  <svg viewBox="0 0 1104 96"><path d="M0 82h1104"/>
  ${slides.map((_, one) => `<path d="M${20 + (one / (slides.length - 1)) * 1064} 74v16"/>`).join('')}
  <circle cx="${20 + share * 1064}" cy="82" r="16"/></svg>`
}

const codecs = {
  mp4: '-c:v libx264 -profile:v high -level 3.1 -preset slow -tune animation -crf 26 -x264-params keyint=120:min-keyint=1 -movflags +faststart',
  webm: '-c:v libvpx -b:v 0 -crf 24 -qmax 40 -g 120 -auto-alt-ref 1 -lag-in-frames 16 -deadline good -cpu-used 2',
}

async function drawFilm(name, browser) {
  const film = films[name]
  const { seconds, slides, colours } = film
  const work = mkdtempSync(join(tmpdir(), `${name}-`))
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  for (const [index, one] of slides.entries()) {
    await page.setContent(slide(film, one, index))
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(work, `${index}.png`) })
  }
  await page.close()
  const list = slides.map(([at], index) => {
    const until = slides[index + 1]?.[0] ?? seconds
    return `file '${index}.png'\nduration ${until - at}`
  })
  writeFileSync(join(work, 'list.txt'), `${list.join('\n')}\nfile '${slides.length - 1}.png'\n`)
  const bar = `[0:v]fps=2,format=yuv420p[slides];[1:v]format=yuv420p[bar];[slides][bar]overlay=x='-W+W*t/${seconds}':y=H-10:shortest=1[out]`
  const colour = `color=c=${colours.accent.replace('#', '0x')}:s=${WIDTH}x10:r=2:d=${seconds}`
  for (const form of film.forms) {
    const path = `${root}${film.folder}/${name}.${form}`
    execFileSync('ffmpeg', [
      ...[
        '-y',
        '-loglevel',
        'error',
        '-f',
        'concat',
        '-i',
        join(work, 'list.txt'),
        '-f',
        'lavfi',
        '-i',
        colour,
      ],
      ...[
        '-filter_complex',
        bar,
        '-map',
        '[out]',
        '-t',
        String(seconds),
        '-map_metadata',
        '-1',
        '-threads',
        '1',
      ],
      ...codecs[form].split(' '),
      ...['-fflags', '+bitexact', path],
    ])
    const { size } = statSync(path)
    if (size > LIMIT) throw new Error(`${name}.${form} has ${size} bytes, more than ${LIMIT}`)
    console.log(`${name}.${form} ${(size / 1000).toFixed(0)} KB`)
  }
  rmSync(work, { recursive: true })
}

const wanted = process.argv[2] ? [process.argv[2]] : Object.keys(films)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
for (const name of wanted) await drawFilm(name, browser)
await browser.close()
