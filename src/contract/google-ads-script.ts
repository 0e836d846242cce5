/**
 * A script for the owner's Google Ads account that sends what each ad cost to us, ready to paste. It is run there once a
 * day and sends the last two weeks each time, because Google corrects what it charged for days.
 */
export function googleAdsScript(address: string, key: string): string {
  return `// Sends what your ads cost to your own site. Run it once a day.
var ADDRESS = ${JSON.stringify(address)};
var KEY = ${JSON.stringify(key)};
var DAYS = 14;

function main() {
  var account = AdsApp.currentAccount();
  var day = function (daysAgo) {
    var at = new Date(new Date().getTime() - daysAgo * 24 * 60 * 60 * 1000);
    return Utilities.formatDate(at, account.getTimeZone(), 'yyyy-MM-dd');
  };
  var figures = 'customer.currency_code, metrics.cost_micros, metrics.impressions, metrics.clicks';
  var days = "segments.date BETWEEN '" + day(DAYS) + "' AND '" + day(0) + "'";
  var rows = [];
  function take(query) {
    var found = AdsApp.search(query);
    while (found.hasNext()) {
      var one = found.next();
      rows.push({
        date: one.segments.date,
        platform: 'google',
        account: account.getCustomerId(),
        campaignId: String(one.campaign.id),
        campaign: one.campaign.name,
        adsetId: one.adGroup ? String(one.adGroup.id) : '',
        adset: one.adGroup ? one.adGroup.name : '',
        adId: one.adGroupAd ? String(one.adGroupAd.ad.id) : '',
        ad: (one.adGroupAd && one.adGroupAd.ad.name) || '',
        spend: Number(one.metrics.costMicros || 0) / 1000000,
        currency: one.customer.currencyCode,
        impressions: Number(one.metrics.impressions || 0),
        clicks: Number(one.metrics.clicks || 0)
      });
      if (rows.length === 2000) {
        send(rows);
        rows = [];
      }
    }
  }
  take(
    'SELECT segments.date, campaign.id, campaign.name, ad_group.id, ad_group.name, ad_group_ad.ad.id, ' +
    'ad_group_ad.ad.name, ' + figures + ' FROM ad_group_ad WHERE ' + days
  );
  // A Performance Max campaign has no ads of its own: it comes as a whole.
  take(
    'SELECT segments.date, campaign.id, campaign.name, ' + figures +
    " FROM campaign WHERE campaign.advertising_channel_type = 'PERFORMANCE_MAX' AND " + days
  );
  if (rows.length > 0) send(rows);
}

function send(rows) {
  var answer = UrlFetchApp.fetch(ADDRESS, {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: 'Bearer ' + KEY },
    payload: JSON.stringify({ rows: rows }),
    muteHttpExceptions: true
  });
  var text = answer.getContentText();
  if (answer.getResponseCode() !== 200) throw new Error('Not taken: ' + text);
  Logger.log(text);
}
`
}
