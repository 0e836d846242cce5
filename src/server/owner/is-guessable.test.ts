import { expect, test } from 'vitest'
import { generatePassword } from './first-password.ts'
import { isGuessable } from './is-guessable.ts'

const names = ['Ada Kern', 'Kern & Co Coaching', 'coach-kern.example']

test.each([
  ...['password', 'PASSWORD', 'Password1!', 'p@ssw0rd', 'P4$$w0rd123', 'passw0rd2026', '!password!'],
  ...['12345678', '123456789', '87654321', '00000000', '11112222', '12341234', '123123123', '1234567890'],
  ...[
    'aaaaaaaa',
    'abababab',
    'abcabcabc',
    'abc123abc',
    'abcdefgh',
    'zyxwvuts',
    'qwertyui',
    'asdfghjkl',
    'qwerty123',
  ],
  ...[
    'leadline',
    'Leadline1',
    'LeadLine2026!',
    'l3adl1ne',
    'iloveyou',
    'letmein123',
    'Summer2026!',
    '1q2w3e4r',
  ],
  ...['adakern1', 'Ada.Kern', 'kern2026', 'Kern-Co-Coaching', 'coachkern', 'welcome-2026', '2026welcome'],
])('%s is guessed', (password) => expect(isGuessable(password, names)).toBe(true))

test.each([
  ...[
    'a password for tests',
    'a new password',
    'leadline-demo',
    'four random words here',
    'Tr0ub4dor&3',
    'kern am see',
  ],
  ...[
    'correct horse battery',
    'gR7#kq2Lp',
    'sommerregen im mai',
    'пароль у моря',
    'mudra7k2v',
    '4829-1057-3366',
  ],
])('%s is not', (password) => expect(isGuessable(password, names)).toBe(false))

test('no generated password is', () => {
  for (let round = 0; round < 1000; round += 1) expect(isGuessable(generatePassword(), names)).toBe(false)
})
