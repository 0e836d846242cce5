import sharp from 'sharp'
import { storePicture } from '#server/content/store-picture.ts'
import type { Database } from '#server/platform/database.ts'

// Nobody's face: the coach is invented, and a photo would be of somebody.
const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="960" height="1200">
  <rect width="480" height="600" fill="#e9b44c"/>
  <path d="M0 430h480v170H0z" fill="#d99a2b"/>
  <circle cx="404" cy="120" r="120" fill="#f3cd7c"/>
  <path d="M60 600c6-128 66-190 180-190s174 62 180 190z" fill="#0b5d5b"/>
  <path d="M186 412l54 74 54-74-14-46h-80z" fill="#f7f2e8"/>
  <path d="M204 330h72v74c0 22-14 40-36 40s-36-18-36-40z" fill="#b87350"/>
  <path d="M148 232c0-78 34-122 92-122s92 44 92 122c0 80-40 140-92 140s-92-60-92-140z" fill="#cf8a63"/>
  <path d="M138 250c-16-112 34-176 108-176 70 0 112 52 98 162-14-38-38-62-66-80-34 30-84 40-118 38-12 14-18 34-22 56z" fill="#3b2a24"/>
  <g fill="none" stroke="#3b2a24" stroke-width="6" stroke-linecap="round">
    <circle cx="204" cy="248" r="28"/><circle cx="280" cy="248" r="28"/><path d="M232 246q10-8 20 0M210 318q32 26 66-2"/>
  </g>
  <circle cx="204" cy="250" r="6" fill="#3b2a24"/><circle cx="280" cy="250" r="6" fill="#3b2a24"/>
</svg>`

// A wicket, and the name in strokes: a machine without fonts draws it the same.
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 356 56" width="1068" height="168">
  <g fill="none" stroke="#e9a12b" stroke-width="8" stroke-linecap="round">
    <path d="M6 14v32M24 14v32M42 14v32M4 3h16M28 3h16"/>
  </g>
  <g fill="none" stroke="#123c3b" stroke-width="7.5" stroke-linecap="round" stroke-linejoin="round" transform="translate(78 4)">
    <path d="M0 0l9 40 10-27 10 27 9-40"/>
    <path d="M54 0v40"/>
    <path d="M100 7a20 20 0 1 0 0 26"/>
    <path d="M116 0v40M141 0l-24 23M126 15l17 25"/>
    <path d="M182 0h-23v40h23M159 20h19"/>
    <path d="M194 0h30M209 0v40"/>
    <path d="M236 0h30M251 0v40"/>
  </g>
</svg>`

// A workbench by a window in the morning: what was a sentence is an app, and somebody has paid.
const HERO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 1120" width="1560" height="1680">
  <rect width="1040" height="1120" fill="#f2dfbd"/>
  <rect x="120" y="90" width="800" height="600" rx="20" fill="#fbf6ea"/>
  <rect x="150" y="120" width="740" height="540" rx="8" fill="#bfe0dd"/>
  <circle cx="700" cy="300" r="92" fill="#f4c25b"/>
  <path d="M150 560c120-130 220-150 330-70s220 60 410-60v230H150z" fill="#6fa596"/>
  <path d="M150 620c160-90 300-70 420-20s220 30 320-20v80H150z" fill="#3f7f75"/>
  <path d="M508 120h24v540h-24zM150 372h740v20H150z" fill="#fbf6ea"/>
  <rect x="90" y="690" width="860" height="26" rx="8" fill="#d9b67e"/>
  <rect y="900" width="1040" height="220" fill="#8a5a34"/>
  <rect y="900" width="1040" height="26" fill="#a56f42"/>
  <g>
    <rect x="270" y="500" width="560" height="372" rx="22" fill="#173534"/>
    <rect x="292" y="522" width="516" height="328" rx="8" fill="#fdfbf6"/>
    <path d="M210 872h680l40 38a14 14 0 0 1-10 24H180a14 14 0 0 1-10-24z" fill="#24504e"/>
    <rect x="470" y="884" width="160" height="12" rx="6" fill="#173534"/>
    <rect x="292" y="522" width="516" height="46" fill="#e9efe9"/>
    <g fill="#b9c7c0"><circle cx="318" cy="545" r="8"/><circle cx="344" cy="545" r="8"/><circle cx="370" cy="545" r="8"/></g>
    <rect x="322" y="600" width="210" height="22" rx="11" fill="#173534"/>
    <g fill="#c9d3cc"><rect x="322" y="640" width="180" height="12" rx="6"/><rect x="322" y="664" width="204" height="12" rx="6"/><rect x="322" y="688" width="140" height="12" rx="6"/></g>
    <rect x="322" y="740" width="170" height="54" rx="14" fill="#0b5d5b"/>
    <rect x="350" y="762" width="112" height="12" rx="6" fill="#fff"/>
    <rect x="560" y="596" width="216" height="214" rx="16" fill="#f4c25b"/>
    <path d="M600 750c40-90 90-90 136 0z" fill="#d98a3a"/>
    <circle cx="668" cy="668" r="34" fill="#fdf3da"/>
  </g>
  <g>
    <rect x="640" y="420" width="300" height="112" rx="22" fill="#ffffff"/>
    <circle cx="698" cy="476" r="30" fill="#0b5d5b"/>
    <path d="M684 477l10 10 20-22" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
    <rect x="746" y="452" width="120" height="13" rx="6.5" fill="#9fb0aa"/>
    <rect x="746" y="478" width="160" height="22" rx="11" fill="#173534"/>
  </g>
  <g>
    <path d="M96 800h116v92a30 30 0 0 1-30 30h-56a30 30 0 0 1-30-30z" fill="#e9a12b"/>
    <path d="M212 822c50-6 50 72 0 66" fill="none" stroke="#e9a12b" stroke-width="16"/>
    <path d="M128 772c-16-22 16-30 0-56M174 772c-16-22 16-30 0-56" fill="none" stroke="#fbf6ea" stroke-width="9" stroke-linecap="round"/>
  </g>
  <g>
    <path d="M884 828h96l-12 96h-72z" fill="#c9623a"/>
    <path d="M932 830c-10-110-70-120-88-170 70 6 96 60 92 130 4-90 40-120 84-138 4 70-40 100-72 178z" fill="#2f6f57"/>
  </g>
</svg>`

/** Draws the invented coach's logo, picture and portrait, and stores them as uploads would be; their addresses. */
export async function storeCoachPictures(database: Database, at: Date) {
  // All are drawn first: once an upload was looked at, this process decodes no drawings any more.
  const drawn: Buffer[] = []
  for (const drawing of [LOGO, HERO, PORTRAIT]) drawn.push(await sharp(Buffer.from(drawing)).png().toBuffer())
  const addresses: string[] = []
  for (const file of drawn) addresses.push((await storePicture(database, file, at)).address)
  const [logo = '', hero = '', portrait = ''] = addresses
  return { logo, hero, portrait }
}
