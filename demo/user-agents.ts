import type { Random } from './random.ts'

/** An iPhone; `width` and `height` in CSS pixels, `ios` in the versions it may run. */
export type Iphone = { machine: string; width: number; height: number; weight: number }

/** An Android phone with the build its WebView names. */
export type AndroidPhone = {
  model: string
  maker: string
  codename: string
  build: string
  android: string
  width: number
  height: number
  ratio: number
  memory: number
  weight: number
}

type IphoneSystem = { ios: string; build: string; start: string }
type AndroidSystem = { chrome: string; start: string }

/** iPhones by how many of them come. */
export const IPHONES: readonly Iphone[] = [
  { machine: 'iPhone12,1', width: 414, height: 896, weight: 12 },
  { machine: 'iPhone13,2', width: 390, height: 844, weight: 14 },
  { machine: 'iPhone14,5', width: 390, height: 844, weight: 18 },
  { machine: 'iPhone15,2', width: 393, height: 852, weight: 16 },
  { machine: 'iPhone15,3', width: 430, height: 932, weight: 14 },
  { machine: 'iPhone16,2', width: 430, height: 932, weight: 16 },
  { machine: 'iPhone17,3', width: 393, height: 852, weight: 10 },
]

/** Android phones by how many of them come. */
export const ANDROID_PHONES: readonly AndroidPhone[] = [
  {
    model: 'SM-S918U',
    maker: 'samsung',
    codename: 'dm3q',
    build: 'UP1A.231005.007',
    android: '14',
    width: 384,
    height: 824,
    ratio: 2.8125,
    memory: 8,
    weight: 14,
  },
  {
    model: 'SM-S926B',
    maker: 'samsung',
    codename: 'e2s',
    build: 'AP3A.240905.015.A2',
    android: '15',
    width: 384,
    height: 832,
    ratio: 2.8125,
    memory: 8,
    weight: 10,
  },
  {
    model: 'SM-A546B',
    maker: 'samsung',
    codename: 'a54x',
    build: 'UP1A.231005.007',
    android: '14',
    width: 360,
    height: 780,
    ratio: 3,
    memory: 4,
    weight: 14,
  },
  {
    model: 'Pixel 8',
    maker: 'Google/google',
    codename: 'shiba',
    build: 'BP1A.250505.005',
    android: '15',
    width: 412,
    height: 915,
    ratio: 2.625,
    memory: 8,
    weight: 12,
  },
  {
    model: 'Pixel 6a',
    maker: 'Google/google',
    codename: 'bluejay',
    build: 'AP4A.250205.002',
    android: '15',
    width: 412,
    height: 915,
    ratio: 2.625,
    memory: 4,
    weight: 8,
  },
  {
    model: 'moto g power 5G - 2024',
    maker: 'motorola',
    codename: 'kansas',
    build: 'U1UDS34.23-82-2',
    android: '14',
    width: 412,
    height: 919,
    ratio: 2.625,
    memory: 4,
    weight: 9,
  },
]

/** Desktop browsers by how many of them come. */
export const DESKTOP_BROWSERS = [
  [
    'Windows NT 10.0; Win64; x64',
    'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
    true,
    34,
  ],
  [
    'Macintosh; Intel Mac OS X 10_15_7',
    'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
    true,
    18,
  ],
  [
    'Macintosh; Intel Mac OS X 10_15_7',
    'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    false,
    20,
  ],
  [
    'Windows NT 10.0; Win64; x64',
    'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    true,
    12,
  ],
  ['Windows NT 10.0; Win64; x64; rv:140.0', 'Gecko/20100101 Firefox/140.0', false, 7],
  [
    'X11; CrOS x86_64 14541.0.0',
    'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
    true,
    5,
  ],
].map(([system, browser, isChromium, weight]) => ({
  userAgent: `Mozilla/5.0 (${system}) ${browser}`,
  isChromium: isChromium === true,
  weight: Number(weight),
}))

/** Machines that read pages; link previews among them. */
export const BOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/137.0.0.0 Safari/537.36',
] as const

/** The part of the user agent that every WebView on this iPhone sends. */
export function iphoneWebView(random: Random, _phone: Iphone): IphoneSystem {
  const [ios, build] = random.weighted([
    [['17_6_1', '21G93'], 22],
    [['18_3_2', '22D82'], 26],
    [['18_5', '22F76'], 40],
    [['16_7_10', '20H350'], 6],
  ] as const)
  return {
    ios,
    build,
    start: `Mozilla/5.0 (iPhone; CPU iPhone OS ${ios} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`,
  }
}

/** The part of the user agent that every WebView on this Android phone sends. */
export function androidWebView(random: Random, phone: AndroidPhone): AndroidSystem {
  const chrome = random.pick(['136.0.7103.125', '137.0.7151.115', '138.0.7204.63', '138.0.7204.157'])
  const system = `Linux; Android ${phone.android}; ${phone.model} Build/${phone.build}; wv`
  return {
    chrome,
    start: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${chrome} Mobile Safari/537.36`,
  }
}

const underscored = (language: string) => language.replace('-', '_')
const regionOf = (language: string) => language.split('-')[1] ?? 'US'
const shortOf = (language: string) => language.split('-')[0] ?? 'en'

/** Instagram's in-app browser on an iPhone. */
export const instagramOnIphone = (
  { ios, build, start }: IphoneSystem,
  phone: Iphone,
  language: string,
): string =>
  `${start} Mobile/${build} Instagram 387.1.0.34.85 (${phone.machine}; iOS ${ios}; ${underscored(language)}; ${shortOf(language)}; scale=3.00; ${phone.width * 3}x${phone.height * 3}; IABMV/1; 751493072)`

/** Instagram's in-app browser on Android. */
export const instagramOnAndroid = ({ start }: AndroidSystem, phone: AndroidPhone, language: string): string =>
  `${start} Instagram 388.0.0.34.93 Android (${phone.android === '15' ? 35 : 34}/${phone.android}; 450dpi; ${Math.round(phone.width * phone.ratio)}x${Math.round(phone.height * phone.ratio)}; ${phone.maker}; ${phone.model}; ${phone.codename}; qcom; ${underscored(language)}; 752061846)`

/** Facebook's in-app browser on an iPhone. */
export const facebookOnIphone = (
  { ios, build, start }: IphoneSystem,
  phone: Iphone,
  language: string,
): string =>
  `${start} Mobile/${build} [FBAN/FBIOS;FBAV/519.0.0.47.90;FBBV/754312765;FBDV/${phone.machine};FBMD/iPhone;FBSN/iOS;FBSV/${ios.replaceAll('_', '.')};FBSS/3;FBID/phone;FBLC/${underscored(language)};FBOP/5;FBRV/0;IABMV/1]`

/** Facebook's in-app browser on Android. */
export const facebookOnAndroid = ({ start }: AndroidSystem): string =>
  `${start} [FB_IAB/FB4A;FBAV/519.0.0.52.99;IABMV/1;]`

/** TikTok's in-app browser on an iPhone. */
export const tiktokOnIphone = ({ build, start }: IphoneSystem, _phone: Iphone, language: string): string =>
  `${start} Mobile/${build} musical_ly_40.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/${shortOf(language)} Region/${regionOf(language)} isDarkMode/1 WKWebView/1`

/** TikTok's in-app browser on Android. */
export const tiktokOnAndroid = ({ start }: AndroidSystem, _phone: AndroidPhone, language: string): string =>
  `${start} musical_ly_2024003010 JsSdk/1.0 NetType/4G Channel/googleplay AppName/musical_ly app_version/40.3.1 ByteLocale/${shortOf(language)} ByteFullLocale/${language} Region/${regionOf(language)} AppVersion/40.3.1 BytedanceWebview/d8a21c6`

/** Safari on an iPhone. */
export const safariOnIphone = ({ ios, start }: IphoneSystem): string =>
  `${start} Version/${ios.split('_').slice(0, 2).join('.')} Mobile/15E148 Safari/604.1`

/** Chrome on Android, which names neither model nor exact version any more. */
export const chromeOnAndroid = ({ chrome }: AndroidSystem): string =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome.split('.')[0]}.0.0.0 Mobile Safari/537.36`
