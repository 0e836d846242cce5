import { describe, expect, it } from 'vitest'
import { csvSeparators } from '#contract/csv-separator.ts'
import { spendTemplate } from '#contract/spend-template.ts'
import { type FileAnswers, readSpendFile } from './read-spend-file.ts'

const read = (file: string | Uint8Array, answers: FileAnswers = {}) =>
  readSpendFile(typeof file === 'string' ? new TextEncoder().encode(file) : file, answers, {
    today: '2026-10-05',
    remembered: async () => undefined,
  })

/** The rows as platform, days, names, money in millionths and currency. */
async function rowsOf(file: string | Uint8Array, answers?: FileAnswers) {
  const result = await read(file, answers)
  if (result.needs !== null) throw new Error(`asked for ${result.needs}`)
  return result.rows.map((row) => [
    row.platform,
    row.day === row.through ? row.day : `${row.day}…${row.through}`,
    row.campaign_id || row.campaign,
    row.adset_id || row.adset,
    row.ad_id || row.ad,
    Number(row.spend_micros) / 1e6,
    row.currency,
    row.impressions,
    row.clicks,
  ])
}
const refusedOf = async (file: string, answers?: FileAnswers) => {
  const result = await read(file, answers)
  return result.needs === null ? result.refused : result.needs
}

const META =
  'Reporting starts,Reporting ends,Day,Account ID,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount spent (USD),Impressions,Reach,Link clicks,Clicks (all),"CPM (cost per 1,000 impressions)"\n'

describe('files of Meta', () => {
  it('reads the newer header, adds rows of a breakdown, keeps rows without spend and leaves out the total', async () => {
    const file = `\uFEFF${META},,,,,,,,,,4120.55,99999,,77,,\n2026-09-01,2026-09-30,2026-09-01,123,Autumn,9,Set,8,Dog,7,"1,012.50",1000,900,12,20,8\n2026-09-01,2026-09-30,2026-09-01,123,Autumn,9,Set,8,Dog,7,0.25,5,5,1,2,8\n2026-09-01,2026-09-30,2026-09-02,123,Autumn,9,Set,8,Dog,7,0,0,0,0,0,0\n`
    expect(await rowsOf(file)).toEqual([
      ['meta', '2026-09-01', '9', '8', '7', 1012.75, 'USD', 1005, 13],
      ['meta', '2026-09-02', '9', '8', '7', 0, 'USD', 0, 0],
    ])
  })

  it('takes NA for the name that it is', async () => {
    const file =
      'Day,Campaign name,Ad set name,Amount spent (USD),Impressions\n2026-09-01,NA,NA,10,NA\n2026-09-01,EU,NA,7,1\n'
    expect(await rowsOf(file)).toEqual([
      ['meta', '2026-09-01', 'NA', 'NA', '', 10, 'USD', 0, 0],
      ['meta', '2026-09-01', 'EU', 'NA', '', 7, 'USD', 1, 0],
    ])
  })

  it('takes no amount whose sign is another currency’s than the file’s', async () => {
    const lines = 'Day,Campaign name,Amount spent\n2026-09-01,A,€10\n2026-09-01,B,$7\n2026-09-01,C,5\n'
    expect((await rowsOf(lines)).map(([, , campaign, , , spend]) => [campaign, spend])).toEqual([
      ['A', 10],
      ['C', 5],
    ])
    expect(await refusedOf(lines)).toEqual([
      { line: 3, reason: 'The file is in EUR, and “$7” is in another currency.' },
    ])
    const both = lines.replace('C,5', 'C,£5')
    expect(await refusedOf(both)).toBe('currency')
    expect((await refusedOf(both, { currency: 'GBP' })).length).toBe(2)
    expect((await refusedOf(both, { currency: 'AUD' })).length).toBe(2)
  })

  it('adds no amount to one in another currency', async () => {
    const file =
      'Day,Campaign name,Ad name,Amount spent,Currency\n2026-09-01,Autumn,Dog,10,USD\n2026-09-01,Autumn,Dog,7,EUR\n'
    expect(await rowsOf(file, { platform: 'meta' })).toEqual([
      ['meta', '2026-09-01', 'Autumn', '', 'Dog', 10, 'USD', 0, 0],
    ])
    expect(await refusedOf(file, { platform: 'meta' })).toEqual([
      { line: 3, reason: 'This ad’s line 2 is in USD, this one in EUR.' },
    ])
  })

  it('reads the older header in Title Case, without ids and without a day: as one span', async () => {
    const file =
      'Reporting Starts,Reporting Ends,Campaign Name,Ad Set Name,Ad Name,Amount Spent (USD),Impressions,Link Clicks\r\n2026-09-01,2026-09-30,Autumn,Set,Dog,12.5,100,3\r\n'
    expect(await rowsOf(file)).toEqual([
      ['meta', '2026-09-01…2026-09-30', 'Autumn', 'Set', 'Dog', 12.5, 'USD', 100, 3],
    ])
  })

  it.each([
    [
      'Spanish',
      'Inicio del informe,Fin del informe,Día,Nombre de la campaña,Identificador de la campaña,Nombre del conjunto de anuncios,Nombre del anuncio,Importe gastado (MXN),Impresiones,Alcance,Clics en el enlace,Resultados\n2026-09-01,2026-09-30,2026-09-03,Otoño,9,Conjunto,Perro,"1,234.56","5,120",1,7,1\n',
      ['meta', '2026-09-03', '9', 'Conjunto', 'Perro', 1234.56, 'MXN', 5120, 7],
    ],
    [
      'French',
      'Jour;Nom de la campagne;Nom de l’ensemble de publicités;Nom de la publicité;Montant dépensé (EUR);Impressions;Clics sur un lien\n03/09/2026;Automne;Ens;Chien;1\u202f234,56;5\u00a0120;7\n',
      ['meta', '2026-09-03', 'Automne', 'Ens', 'Chien', 1234.56, 'EUR', 5120, 7],
    ],
    [
      'German',
      'Tag;Kampagnenname;Anzeigengruppenname;Anzeigenname;Ausgegebener Betrag (EUR);Impressionen;Link-Klicks\n2026-09-03;Herbst;Gruppe;Hund;1.234,56;5.120;7\n',
      ['meta', '2026-09-03', 'Herbst', 'Gruppe', 'Hund', 1234.56, 'EUR', 5120, 7],
    ],
    [
      'Arabic',
      'اليوم,اسم الحملة,اسم الإعلان,المبلغ الذي تم إنفاقه (EGP),مرات الظهور\n2026-09-03,خريف,كلب,١٢٣٤٫٥٦,٥١٢٠\n',
      ['meta', '2026-09-03', 'خريف', '', 'كلب', 1234.56, 'EGP', 5120, 0],
    ],
    [
      'the English of India, whose thousands are followed by pairs',
      'Day,Campaign name,Ad name,Amount spent (INR),Impressions\n2026-09-03,Autumn,Dog,"12,34,567.80","1,05,120"\n',
      ['meta', '2026-09-03', 'Autumn', '', 'Dog', 1234567.8, 'INR', 105120, 0],
    ],
  ])('reads it in %s', async (_language, file, row) => {
    expect(await rowsOf(file)).toEqual([row])
  })

  it('is parted by what parts all of its lines, however many commas names and figures have', async () => {
    const file =
      'Tag;Kampagnenname;Anzeigenname;Ausgegebener Betrag (EUR);Impressionen\n2026-09-03;Frauen, 25-45, DE, AT, CH;Hund, rot;1.234,56;5.120\n2026-09-04;Männer, DE;Hund;0,5;20\n'
    expect(await rowsOf(file)).toEqual([
      ['meta', '2026-09-03', 'Frauen, 25-45, DE, AT, CH', '', 'Hund, rot', 1234.56, 'EUR', 5120, 0],
      ['meta', '2026-09-04', 'Männer, DE', '', 'Hund', 0.5, 'EUR', 20, 0],
    ])
    const english =
      'Day,Ad name,Amount spent (USD)\n2026-09-03,Dog; red; small; cheap,12.5\n2026-09-04,Dog; blue; large; cheap,2\n'
    expect((await rowsOf(english)).map((row) => [row[4], row[5]])).toEqual([
      ['Dog; red; small; cheap', 12.5],
      ['Dog; blue; large; cheap', 2],
    ])
  })

  it('counts neither sums of other lines nor overlapping spans of one ad', async () => {
    const sums = `${META}2026-09-01,2026-09-30,2026-09-01,,Autumn,9,,,,,50,1,1,1,1,1\n2026-09-01,2026-09-30,2026-09-01,,Autumn,9,Set,8,Dog,7,50,1,1,1,1,1\n`
    expect(await refusedOf(sums)).toEqual([
      { line: 2, reason: 'It is the sum of other lines, such as line 3.' },
    ])
    const spans =
      'Reporting starts,Reporting ends,Ad name,Amount spent (USD)\n2026-09-01,2026-09-10,Dog,1\n2026-09-10,2026-09-12,Dog,1\n2026-09-11,2026-09-30,Dog,1\n'
    expect(await refusedOf(spans)).toEqual([{ line: 3, reason: 'Line 2 holds some of its days already.' }])
  })

  it('takes an id that a spreadsheet has rounded for none, and joins by name', async () => {
    const file =
      'Day,Ad name,Ad ID,Amount spent (USD)\n2026-09-01,Dog,1.2021E+17,3\n2026-09-01,,1.2021E+17,3\n'
    expect(await rowsOf(file)).toEqual([['meta', '2026-09-01', '', '', 'Dog', 3, 'USD', 0, 0]])
  })

  it('takes ids whose last digits a spreadsheet made zeros for none, which two ads would share', async () => {
    const file = (one: string, other: string) =>
      `Day,Campaign name,Campaign ID,Ad name,Ad ID,Amount spent (USD)\n2026-09-01,Autumn,120211234567000000,Dog,${one},3\n2026-09-01,Autumn,120211234567000000,Cat,${other},4\n`
    expect(await rowsOf(file('120211234567890000', '120211234567890000'))).toEqual([
      ['meta', '2026-09-01', 'Autumn', '', 'Dog', 3, 'USD', 0, 0],
      ['meta', '2026-09-01', 'Autumn', '', 'Cat', 4, 'USD', 0, 0],
    ])
    // One that ends so by itself stands beside others that do not.
    const ids = ['120211234567890000', '120211234567890123'] as const
    expect((await rowsOf(file(...ids))).map((row) => [row[2], row[4]])).toEqual([
      ['120211234567000000', ids[0]],
      ['120211234567000000', ids[1]],
    ])
    const short =
      'Day,Ad name,Ad ID,Amount spent (USD)\n2026-09-01,Dog,1771234567890120,3\n2026-09-01,Cat,1771234567890370,4\n'
    expect((await rowsOf(short)).map((row) => row[4])).toEqual(['1771234567890120', '1771234567890370'])
  })
})

describe('files of Google Ads', () => {
  it('reads UTF-16 with tabs, below titles, with totals, dollar signs and dashes', async () => {
    const text =
      'Ad report\r\nSeptember 1, 2026 - September 30, 2026\r\nDay\tCampaign\tAd group\tCurrency code\tCost\tImpr.\tClicks\r\n2026-09-01\tBrand\tCore\tUSD\t$1,234.50\t2,000\t40\r\n2026-09-02\tBrand\tCore\tUSD\t --\t0\t0\r\nTotal: Account\t--\t--\tUSD\t$1,234.50\t2,000\t40\r\n'
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(await rowsOf(bytes)).toEqual([
      ['google', '2026-09-01', 'Brand', 'Core', '', 1234.5, 'USD', 2000, 40],
      ['google', '2026-09-02', 'Brand', 'Core', '', 0, 'USD', 0, 0],
    ])
    expect(await rowsOf(Buffer.from(text, 'utf16le'))).toHaveLength(2)
  })

  it('takes the days from the title where there is no column of them', async () => {
    const file =
      'Ad group report\n"September 1, 2026 - September 30, 2026"\nCampaign,Ad group,Currency code,Cost\nBrand,Core,USD,10\n'
    expect(await rowsOf(file)).toEqual([
      ['google', '2026-09-01…2026-09-30', 'Brand', 'Core', '', 10, 'USD', 0, 0],
    ])
  })

  it('asks which way the days of a title are read, too, where both are possible', async () => {
    const file = (title: string) =>
      `Ad group report\n${title}\nCampaign,Ad group,Currency code,Cost\nA,B,USD,10\n`
    const daysOf = async (title: string, answers?: FileAnswers) =>
      (await rowsOf(file(title), answers)).map((row) => row[1])
    expect(await daysOf('01/09/2026 - 30/09/2026')).toEqual(['2026-09-01…2026-09-30'])
    expect(await daysOf('01.09.2026 - 05.09.2026')).toEqual(['2026-09-01…2026-09-05'])
    expect(await read(file('07/09/2026 - 01/10/2026'))).toMatchObject({ needs: 'dates' })
    expect(await daysOf('07/09/2026 - 01/10/2026', { dates: 'day-first' })).toEqual(['2026-09-07…2026-10-01'])
    await expect(read(file('26-09-05 - 26-09-30'))).rejects.toThrow('does not say which days')
  })

  it('keeps two currencies apart', async () => {
    const file = 'Day,Campaign,Ad group,Currency code,Cost\n2026-09-01,A,B,USD,10\n2026-09-01,C,D,EUR,7\n'
    expect((await rowsOf(file)).map((row) => [row[5], row[6]])).toEqual([
      [10, 'USD'],
      [7, 'EUR'],
    ])
  })
})

describe('files of TikTok', () => {
  const file =
    'By Day,Campaign name,Ad group name,Ad name,Cost,Impressions,Clicks (destination)\n2026-09-01,Autumn,Group,Dog,12.30,900,9\nTotal of 1 results,,,,12.30,900,9\n'

  it('asks for the currency that it does not say, and reads it then', async () => {
    expect(await read(file)).toMatchObject({ needs: 'currency', platform: 'tiktok' })
    expect(await rowsOf(file, { currency: 'EUR' })).toEqual([
      ['tiktok', '2026-09-01', 'Autumn', 'Group', 'Dog', 12.3, 'EUR', 900, 9],
    ])
  })
})

describe('any other file', () => {
  it('asks which header holds what, and reads it then', async () => {
    const file = 'Päivä;Mainos;Kulutus;Näytöt\n2026-09-01;Koira;12,5;1 000\n'
    const asked = await read(file)
    expect(asked).toMatchObject({
      needs: 'columns',
      headers: ['Päivä', 'Mainos', 'Kulutus', 'Näytöt'],
      samples: [['2026-09-01', 'Koira', '12,5', '1 000']],
    })
    const columns = { date: 'Päivä', ad: 'Mainos', spend: 'Kulutus', impressions: 'Näytöt' }
    expect(await read(file, { columns })).toMatchObject({ needs: 'platform' })
    expect(await rowsOf(file, { columns, platform: 'meta', currency: 'EUR' })).toEqual([
      ['meta', '2026-09-01', '', '', 'Koira', 12.5, 'EUR', 1000, 0],
    ])
  })

  it('asks which way dates are read where both are possible, and knows where one is not', async () => {
    const file = (day: string) => `Day,Ad name,Amount spent (USD)\n${day},Dog,1\n`
    expect(await read(file('03/09/2026'))).toMatchObject({ needs: 'dates' })
    expect((await rowsOf(file('03/09/2026'), { dates: 'day-first' }))[0]?.[1]).toBe('2026-09-03')
    expect((await rowsOf(file('03/09/2026'), { dates: 'month-first' }))[0]?.[1]).toBe('2026-03-09')
    expect((await rowsOf(file('9/23/2026')))[0]?.[1]).toBe('2026-09-23')
    expect((await rowsOf(file('"Sep 23, 2026"')))[0]?.[1]).toBe('2026-09-23')
  })

  it('reads years of two digits, as Excel writes them, where they are no day', async () => {
    const file = (...days: string[]) =>
      `Day,Ad name,Amount spent (USD)\n${days.map((day) => `${day},Dog,1\n`).join('')}`
    const daysOf = async (days: string[], answers?: FileAnswers) =>
      (await rowsOf(file(...days), answers)).map((row) => row[1])
    expect(await daysOf(['9/24/26', '10/1/26'])).toEqual(['2026-09-24', '2026-10-01'])
    expect(await daysOf(['24.09.26', '01.10.26'])).toEqual(['2026-09-24', '2026-10-01'])
    expect(await daysOf(['24-09-26', '30-09-26'])).toEqual(['2026-09-24', '2026-09-30'])
    expect(await daysOf(['24-Sep-26', '24-Sep-2026'])).toEqual(['2026-09-24'])
    expect(await read(file('03/09/26'))).toMatchObject({ needs: 'dates' })
    expect(await daysOf(['03/09/26'], { dates: 'day-first' })).toEqual(['2026-09-03'])
    // The year may as well come first: 2024-09-26, and 2026 where 27 to 30 follow.
    const unclear = [file('24-09-26'), file('26/09/24', '26/09/30'), file('26-09-24', '26-09-30')]
    for (const one of unclear)
      expect(((await refusedOf(one)) as { reason: string }[])[0]?.reason).toMatch(
        /could be several days. Write its year with four digits.$/,
      )
    expect(await refusedOf(file('32.10.26', '01.10.69'))).toEqual([
      { line: 2, reason: '“32.10.26” is no day.' },
      { line: 3, reason: '2069-10-01 has not come yet.' },
    ])
  })

  it('reads days that have a time of a clock with two halves', async () => {
    const file = (...days: string[]) =>
      `Day,Ad name,Amount spent (USD)\n${days.map((day) => `"${day}",Dog,1\n`).join('')}`
    const daysOf = async (...days: string[]) => (await rowsOf(file(...days))).map((row) => row[1])
    for (const time of [' 12:00 AM', ' 12:00:00 AM', ', 12:00:00\u202fAM', ' 12:00 a. m.', ' 12:00am'])
      expect(await daysOf(`9/3/2026${time}`, `9/23/2026${time}`)).toEqual(['2026-09-03', '2026-09-23'])
    expect(await daysOf('Sep 3, 2026, 12:00 AM')).toEqual(['2026-09-03'])
    // The dots of a time are none between day and month.
    for (const time of ['00:00:00.000', '12:00 a.m.'])
      expect(await read(file(`9/3/2026 ${time}`))).toMatchObject({ needs: 'dates' })
    expect(await refusedOf(file('9/23/2026', '9/24/2026 noon'))).toEqual([
      { line: 3, reason: '“9/24/2026 noon” is no day.' },
    ])
  })

  it.each(csvSeparators)('reads our own template, parted by %s', async (separator) => {
    expect(await rowsOf(spendTemplate(separator))).toEqual([
      ['meta', '2026-09-01', '120210001', '120210002', '120210003', 42.5, 'USD', 5120, 87],
    ])
  })

  it('reads thousands in our own template as a language with semicolons writes them', async () => {
    const filled = (separator: 'comma' | 'semicolon', spend: string) =>
      spendTemplate(separator).replace(/42.50/, spend)
    expect((await rowsOf(filled('semicolon', '1.234')))[0]?.[5]).toBe(1234)
    expect((await rowsOf(filled('comma', '1.234')))[0]?.[5]).toBe(1.234)
  })

  it('takes no campaign for the sum of all, whatever its name begins with', async () => {
    const file = (...names: string[]) =>
      `Campaign report\n"September 1, 2026 - September 30, 2026"\nCampaign,Currency code,Cost,Impr.\n${names.map((name) => `"${name}",USD,5,1\n`).join('')}`
    const campaigns = ['Total Body Reset', 'Total Body 2']
    const sums = ['Total', 'Total: Campaigns', 'Total - all campaigns', 'Total of 2 results', 'Gesamt: Konto']
    const rows = await rowsOf(file(...campaigns, ...sums))
    expect(rows.map(([, , campaign]) => campaign)).toEqual(campaigns)
  })

  it('reads no figure out of what is written in another way', async () => {
    const spent = (...cells: string[]) =>
      `Day,Ad name,Amount spent (INR)\n${cells.map((cell, index) => `2026-09-01,Ad ${index},"${cell}"\n`).join('')}`
    const rows = await rowsOf(spent('Rs. 500', 'Rs.1,200.50', '500 kr.', 'US$ 7'))
    expect(rows.map((row) => row[5])).toEqual([500, 1200.5, 500, 7])
    const refused = await refusedOf(spent('1e3', '12K', '1.2 Mio.', '5 USD 3', '2'))
    expect(Array.isArray(refused) && refused.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  })

  it('refuses lines with their number and the reason', async () => {
    const file = `Day,Ad name,Amount spent (USD),Impressions\n2026-09-01,"Two
lines",1,1\n2026-13-01,Dog,1,1\n2026-09-01,Dog,one,1\n2026-09-02,Dog,-1,1\n2026-12-24,Dog,1,1\n2026-09-03,Dog,1,1.5\n2026-09-04,=cmd(),1,1\n`
    expect(await refusedOf(file)).toEqual([
      { line: 4, reason: '“2026-13-01” is no day.' },
      { line: 5, reason: '“one” is no amount of money.' },
      { line: 6, reason: 'The spend is below zero.' },
      { line: 7, reason: '2026-12-24 has not come yet.' },
      { line: 8, reason: '“1.5” is no number of impressions.' },
    ])
  })

  it.each([
    ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4])],
    ['zero characters', new TextEncoder().encode('Day,Ad name,Amount spent (USD)\n2026-09-01,Do\0g,1\n')],
    [
      'a line without an end',
      new TextEncoder().encode(`Day,Ad name,Amount spent (USD)\n"${'x'.repeat(100_000)}`),
    ],
    ['a thousand columns', new TextEncoder().encode(`${'a,'.repeat(1000)}\n`)],
    [
      'a huge cell',
      new TextEncoder().encode(`Day,Ad name,Amount spent (USD)\n2026-09-01,${'x'.repeat(5000)},1\n`),
    ],
    ['too many lines', new TextEncoder().encode('a,b\n'.repeat(60_000))],
    ['nothing', new Uint8Array()],
    ['no days', new TextEncoder().encode('Ad name,Amount spent (USD)\nDog,1\n')],
  ])('refuses %s in a sentence', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'Refusal', code: 'invalid' })
  })
})
