import { expect, it } from 'vitest'
import { readConfig, variableNames } from './config.ts'

it.each([
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal or silent.'],
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535; it is "http".'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535; it is "70000".'],
  ['PORT', '30\r\n00', 'PORT must be a whole number from 0 to 65535; it is "30 00".'],
  ['HOST', ' ', 'HOST must not be empty.'],
  ['DATA_DIR', '', 'DATA_DIR must not be empty.'],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ],
  [
    'DATABASE_DIRECT_URL',
    'postgres://one:two@db:5432/three',
    'DATABASE_URL is missing: DATABASE_DIRECT_URL is another way to the database that it names.',
  ],
  [
    'DATABASE_READ_MAX_LAG_SECONDS',
    'never',
    'DATABASE_READ_MAX_LAG_SECONDS must be a whole number from 1 to 3600; it is "never".',
  ],
  ['DATABASE_CONNECTIONS', '3', 'DATABASE_CONNECTIONS must be a whole number from 4 to 40; it is "3".'],
  ['GHL_BASE_URL', 'x', 'GHL_BASE_URL must be an address that starts with http:// or https://.'],
  ['SMTP_URL', 'x', 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
  [
    'SMTP_URL',
    'smtps://coach:50%off@mail.example.com',
    'SMTP_URL must have each % in its user and password written as %25, and letters such as ä as they are.',
  ],
  [
    'DATABASE_URL',
    'postgres://100%25:100%@db:5432/three',
    'DATABASE_URL must have each % in its user and password written as %25, and letters such as ä as they are.',
  ],
  ...[
    ['SMTP_URL', 'smtp://coach:M%FCller@mail.example.com'],
    ['DATABASE_URL', 'postgres://J%F6rg:secret@db:5432/three'],
  ].map(([name = '', value = '']) => [
    name,
    value,
    `${name} must have each % in its user and password written as %25, and letters such as ä as they are.`,
  ]),
  [
    'DATABASE_URL',
    'postgres://leadline:pa/ss@db:5432/three',
    'DATABASE_URL cannot be read: write signs such as / ? # in its user and password as %2F %3F %23, and its port as a number.',
  ],
  [
    'DATABASE_URL',
    'postgres://leadline:12/34@db:5432/three',
    'DATABASE_URL cannot be read: write signs such as / ? # in its user and password as %2F %3F %23, and its port as a number.',
  ],
  [
    'SMTP_URL',
    'smtp://coach:pa#ss@mail.example.com:587',
    'SMTP_URL cannot be read: write signs such as / ? # in its user and password as %2F %3F %23, and its port as a number.',
  ],
  [
    'DATABASE_DIRECT_URL',
    'postgres://one:two@db:5432/three?sslmode=verify-full&sslrootcert=/nowhere/root.crt',
    'DATABASE_DIRECT_URL must name files in sslrootcert, sslcert and sslkey that the user who starts this may read.',
  ],
  ['SECRET', 'short', 'SECRET must have at least 32 characters.'],
  ['OWNER_PASSWORD', 'short', 'OWNER_PASSWORD must have at least 8 characters.'],
  ['META_PIXEL_ID', 'x', 'META_PIXEL_ID must be the digits of the pixel’s id.'],
  ['CAL_WEBHOOK_SECRET', 'short', 'CAL_WEBHOOK_SECRET must have at least 16 characters.'],
  [
    'ALERT_FROM',
    'nobody',
    'ALERT_FROM must be an email address, or a name and an address in angle brackets.',
  ],
  ...[
    'Me <a@b',
    'Me <a@b.example> x',
    'a@b.example, c@d.example',
    'Me: <a@b.example>',
    '"Me <a@b.example>',
  ].map((value) => [
    'ALERT_FROM',
    value,
    'ALERT_FROM must be an email address, or a name and an address in angle brackets.',
  ]),
  ...['GHL_BASE_URL', 'META_BASE_URL'].flatMap((name) =>
    ['https://api.example/v25.0?debug=1', 'https://api.example/v25.0?', 'https://me:secret@api.example/'].map(
      (value) => [
        name,
        value,
        `${name} must be an address that paths can follow, without a user, a password, ? or # in it.`,
      ],
    ),
  ),
  [
    'VOICE_WEBHOOK_URL',
    'https://me:secret@agent.example/calls',
    'VOICE_WEBHOOK_URL must have no user and no password in it: nothing could be sent there.',
  ],
  [
    'METRICS_TOKEN',
    '“a-token-of-sixteen-or-more”',
    'METRICS_TOKEN must have at least 16 characters, letters, digits and signs such as - or _, without spaces.',
  ],
  [
    'DATA_DIR',
    '"/var/lib/leadline"',
    'DATA_DIR has quotes around its value that whatever reads your file does not take off: leave them out there.',
  ],
  [
    'DATABASE_URL',
    " 'postgres://one:two@db:5432/three'\r",
    'DATABASE_URL has quotes around its value that whatever reads your file does not take off: leave them out there.',
  ],
  ...['us', 'USA', 'UK', 'ZZ'].map((value) => [
    'DEFAULT_COUNTRY',
    value,
    'DEFAULT_COUNTRY must be the two letters of a country in capitals, such as US (the United Kingdom is GB).',
  ]),
  ...['smtp://', 'smtps:///'].map((value) => [
    'SMTP_URL',
    value,
    'SMTP_URL must name the mail server, such as smtp://user:password@mail.example.com:587.',
  ]),
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'].flatMap((name) =>
    ['postgres://', 'postgresql:///', 'postgres:///leadline', 'postgres:///leadline?sslmode=verify-full'].map(
      (value) => [
        name,
        value,
        `${name} must name the database server, such as postgres://user:password@host:5432/name.`,
      ],
    ),
  ),
  [
    'SMTP_URL',
    'smtp://:secret@mail.example.com',
    'SMTP_URL must name the user whose password it has, such as smtp://user:password@mail.example.com:587.',
  ],
  [
    'GHL_BASE_URL',
    'http://crm.example',
    'GHL_BASE_URL must start with https:// (http:// only for this machine).',
  ],
  ...['ve9EPM428h8v/ShlRW1KT', 've9EPM428h8v ShlRW1KT', 'pit-01234567-89ab'].map((value) => [
    'GHL_LOCATION_ID',
    value,
    'GHL_LOCATION_ID must be the sub-account’s id, letters and digits alone, such as ve9EPM428h8vShlRW1KT.',
  ]),
  ...[
    ...['sk_live_0123456789abcdef', 'rk_live_0123456789abcdef', 'pk_test_0123456789abcdef'],
    ...['we_1QabcdefGhijklmnop', '0123456789abcdef0123', 'WHSEC_0123456789abcdef'],
  ].map((value) => [
    'STRIPE_WEBHOOK_SECRET',
    value,
    'STRIPE_WEBHOOK_SECRET must be the webhook’s signing secret, which starts with whsec_, and no API key.',
  ]),
  ...['TEST 123', 'TEST-12345', 'me'].map((value) => [
    'META_TEST_EVENT_CODE',
    value,
    'META_TEST_EVENT_CODE must be as the Events Manager shows it, such as TEST12345.',
  ]),
  ['META_AD_ACCOUNT_ID', 'act_12', 'META_AD_ACCOUNT_ID must be the digits of the ad account’s id.'],
  ['OWNER_PASSWORD', 'long '.repeat(41), 'OWNER_PASSWORD must have at most 200 characters.'],
  ...['GHL_TOKEN', 'META_ACCESS_TOKEN', 'META_ADS_TOKEN', 'BACKUP_S3_ACCESS_KEY_ID'].map((name) => [
    name,
    '“pit-0123”',
    `${name} must be as the vendor shows it: letters, digits and signs such as - or _, without spaces.`,
  ]),
])('%s as %j is refused in one sentence that says what is allowed', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(new Error(sentence))
})

it.each(variableNames.filter((name) => name !== 'HOST' && name !== 'DATA_DIR'))(
  '%s counts as left out where it is empty',
  (name) => {
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}))
    expect(readConfig({ [name]: ' ' })).toEqual(readConfig({}))
  },
)

it.each([
  'a@b.example',
  'leadline@localhost',
  'Me <a@b.example>',
  'Wickett, Marlo <a@b.example>',
  '"Me: Coach" <a@b.example>',
  '<a@b.example>',
  'Me a@b.example',
])('mails may be from %s', (from) => {
  expect(readConfig({ SMTP_URL: 'smtp://mail.example', ALERT_FROM: from }).smtp?.from).toBe(from)
})

it('takes the quotes of what somebody chose as a part of it', () => {
  expect(readConfig({ BACKUP_PASSPHRASE: '"twelve signs"' }).backupPassphrase).toBe('"twelve signs"')
})

it.each([
  'postgres://db/leadline',
  'postgres://leadline:secret@[::1]:5432/leadline',
  'postgres://%2Fvar%2Frun%2Fpostgresql/leadline',
  'postgresql:///leadline?host=/var/run/postgresql',
])('the database may be at %s', (address) => {
  expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
})
