import { expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor([])

it.each([
  'anna@example.com',
  'ANNA.LINDQVIST+news@mail.example.co.uk',
  'müller@bücher.de',
  'anna@例え.jp',
  'anna@xn--bcher-kva.example',
  "o'brien@example.ie",
  '"anna lindqvist"@example.com',
  'anna＠example.com',
  'an\u200bna@example.com',
  'anna%40example.com',
  'anna[@]example.com',
  'anna@[192.0.2.1]',
  'anna [at] example [dot] com',
  'anna(at)example.de',
  'anna.lindqvist at example dot com',
  'anna dot lindqvist at example dot com',
  'anna arobase exemple point fr',
  'ana arroba ejemplo punto es',
  'anna {at} example.fr',
  'layla آت example دوت com',
])('finds %s', (address) => {
  expect(redact(`to <${address}>, please`).text).toBe('to <[email]>, please')
})

it.each([
  ['mailto:anna@example.com?subject=x', 'mailto:[email]?subject=x'],
  ['user=anna@example.com;', 'user=[email];'],
  ['Write to anna@example.com.', 'Write to [email].'],
  ['وanna@example.com', 'و[email]'],
  ['a@example.com,b@example.com', '[email],[email]'],
])('finds only the address in %s', (text, expected) => {
  expect(redact(text).text).toBe(expected)
})

it.each([
  'react@18.2.0',
  'icon@2x.png',
  '@types/node',
  'root@web1:~#',
  'git@github.com:owner/repo.git',
  'postgres://user:secret@db.example.com/x',
  'meet at noon',
  'look at example.com',
  'a dot at the end dot',
  'price @ 5 each',
])('leaves %s', (text) => {
  expect(redact(`a ${text} b`).text).toBe(`a ${text} b`)
})

it('leaves “at one point in”', () => {
  expect(redact('open files at one point in time').text).toBe('open files at one point in time')
})
