import { expect, it } from 'vitest'
import { measureLag, readPlace } from './lag.ts'

it('reads a place of the log as PostgreSQL writes it, and nothing else', () => {
  expect(readPlace('0/16B3748')).toBe(0x16b3748n)
  expect(readPlace('1/0')).toBe(0x100000000n)
  expect(readPlace('A/FFFFFFFF')).toBe(0xaffffffffn)
  for (const other of ['', 'x', '1/', '/1', '1/g', '123456789/0', '0/0; drop table', undefined, null])
    expect(readPlace(other), String(other)).toBeNull()
})

it('tells how old the state is that a replica shows, also while the primary rests', () => {
  const lag = measureLag(60_000)
  expect(lag.stateAt(5n)).toBeNull()
  lag.primaryAt(0, 10n)
  lag.primaryAt(1000, 20n)
  lag.primaryAt(2000, 30n)
  expect(lag.stateAt(9n)).toBeNull()
  expect(lag.stateAt(10n)).toBe(0)
  expect(lag.stateAt(29n)).toBe(1000)
  expect(lag.stateAt(31n)).toBe(2000)
  // Nothing was written since: whoever has all of it shows the present.
  lag.primaryAt(50_000, 30n)
  expect(lag.stateAt(30n)).toBe(50_000)
  expect(lag.stateAt(20n)).toBe(1000)
})

it('forgets what is too long ago, and everything where the database was put back', () => {
  const lag = measureLag(10_000)
  lag.primaryAt(0, 10n)
  lag.primaryAt(5000, 20n)
  lag.primaryAt(12_000, 30n)
  expect(lag.stateAt(15n)).toBeNull()
  expect(lag.stateAt(20n)).toBe(5000)
  lag.primaryAt(13_000, 3n)
  expect(lag.stateAt(2n)).toBeNull()
  expect(lag.stateAt(30n)).toBe(13_000)
})
