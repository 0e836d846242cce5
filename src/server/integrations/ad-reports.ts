/** An ad account as its platform describes it. */
export type AdAccount = { id: string; name: string; currency: string; timezone: string }

/** What one ad cost on one day, as the platform reports it; money as decimal digits. */
export type ReportedSpend = {
  day: string
  campaignId: string
  campaign: string
  adsetId: string
  adset: string
  adId: string
  ad: string
  spend: string
  impressions: string
  clicks: string
}

/** How far an ordered report has come. */
export type ReportState = 'running' | 'done' | 'failed'

/** More was asked for than the platform reports at once: ask for fewer days. */
export class TooMuchData extends Error {}

/**
 * What an ad platform reports of its costs. A report is ordered, made there, and read page by page. Each call fails with
 * `VendorError`; those for rows fail with `TooMuchData` where fewer days must be asked for.
 */
export type AdReports = {
  readAccount(): Promise<AdAccount>
  /** Orders a report on these days, both included; returns its id. */
  order(days: { from: string; to: string }): Promise<string>
  stateOf(reportId: string): Promise<ReportState>
  readPage(
    reportId: string,
    after: string | undefined,
  ): Promise<{ rows: ReportedSpend[]; next: string | undefined }>
  /**
   * For how long the platform is to be left alone, by what it said of its limits since this was asked last; 0 while there
   * is room. Whoever asks rests: it is said once.
   */
  takeRestMs(): number
}
