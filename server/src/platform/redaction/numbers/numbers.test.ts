import { describe, expect, it } from 'vitest'
import { createRedactor } from '../redactor.ts'

const { redact } = createRedactor([])
const redacted = (text: string) => redact(text).text

describe('phone numbers', () => {
  it.each([
    '+49 30 1234567',
    '+49 (0)30 1234-56',
    '(+49) 30 1234567',
    '0049 170 1234567',
    '030 1234567',
    '0171/2345678',
    '(0711) 1234-567',
    '089 / 234 56 - 78',
    '01512 3456789',
    '015123456789',
    '01 23 45 67 89',
    '06.12.34.56.78',
    '04-18-68-70-64',
    '+33 1 23 45 67 89',
    '0612345678',
    '(212) 555-0134',
    '212-555-0134',
    '1-800-555-0199',
    '+1 212 555 0134 ext. 4021',
    '+12125550134',
    '020 7946 0958',
    '07700 900123',
    '+44 (0)161 496 0000',
    '612 345 678',
    '91 234 56 78',
    '+34 612 34 56 78',
    '055 123 4567',
    '٠٥٥ ١٢٣ ٤٥٦٧',
    '+٩٦٦ ٥٥ ١٢٣ ٤٥٦٧',
    '01012345678',
    '\u200e+966 55 123 4567',
    '０３０ １２３４５６７',
  ])('finds %s', (number) => {
    expect(redacted(`a ${number}, b`).replace('\u200e', '')).toBe('a [phone], b')
  })

  it.each([
    ['call 555-0134', 'call [phone]'],
    ['Tel. 4930123456', 'Tel. [phone]'],
    ['هاتف 23456789', 'هاتف [phone]'],
    ['call 911345 on 12.05.2026', 'call 911345 on 12.05.2026'],
    ['030 1234567 2026-11-29', '[phone] 2026-11-29'],
    ['a,630 691 086\n', 'a,[phone]\n'],
    ['(630 691 086)', '([phone])'],
    ['و0551234567', 'و[phone]'],
    ['phone=0301234567&x=1', 'phone=[phone]&x=1'],
  ])('decides by what is around: %s', (text, expected) => {
    expect(redacted(text)).toBe(expected)
  })

  it.each([
    '2026-11-29',
    '29.11.2026 10:20',
    '12/05/26',
    '2026-11-29T10:20:30+01:00',
    '192.168.100.24',
    '10.0.19045.3803',
    '1.234.567,89',
    '1,234,567.89 USD',
    '12 345 678 €',
    '1 000 000',
    '4711-2203',
    'INV-0301234567',
    'invoice 0301234567',
    'Bestellnummer 0711234567',
    'commande 0612345678',
    'طلب 0501234567',
    '/orders/0612345678/items',
    '$0301234567',
    '1700000000',
    '978-3-16-148410-0',
    '4539 1488 0343 6468',
    '+100 points',
    '3-1 (25-22, 23-25, 25-19)',
    '59.3293, 18.0686',
    '0045812',
  ])('leaves %s', (text) => {
    expect(redacted(`a ${text} b`)).toBe(`a ${text} b`)
  })
})

describe('IBANs', () => {
  it.each([
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'DE89-3704-0044-0532-0130-00',
    'de89 3704 0044 0532 0130 00',
    'ＤＥ８９ 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    'FR1420041010050500013M02606',
    'ES9121000418450200051332',
    'SA0380000000608010167519',
    'NO9386011117947',
  ])('finds %s', (iban) => {
    expect(redacted(`IBAN: ${iban}.`)).toBe('IBAN: [IBAN].')
  })

  it.each([
    ['another checksum', 'DE88 3704 0044 0532 0130 00'],
    ['too short', 'DE89 3704 0044 0532 0130'],
    ['too long', 'DE893704004405320130001'],
    ['no country', 'XX89 3704 0044 0532 0130 00'],
  ])('leaves %s', (_, iban) => {
    expect(redacted(`a ${iban} b`)).toBe(`a ${iban} b`)
  })
})

describe('payment cards', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '5500 0055 5555 5559',
    '2223003122003222',
    '3782 822463 10005',
    '30569309025904',
    '6011000990139424',
    '3530111333300000',
    '٤١١١ ١١١١ ١١١١ ١١١١',
  ])('finds %s', (card) => {
    expect(redacted(`a ${card}, b`)).toBe('a [card], b')
  })

  it.each([
    ['another checksum', '4111111111111112'],
    ['another issuer', '9999999999999995'],
    ['part of a longer number', '41111111111111110'],
    ['part of a code', 'A4111111111111111'],
    ['masked', '4111 **** **** 1111'],
    ['an IMEI', '490154203237518'],
    ['mixed separators', '4111 1111-1111 1111'],
  ])('leaves %s', (_, card) => {
    expect(redacted(`a ${card}, b`)).toBe(`a ${card}, b`)
  })
})

describe('identifiers', () => {
  it.each([
    ['German tax ID', '86095742719'],
    ['German tax ID', '86 095 742 719'],
    ['Spanish DNI', '12345678Z'],
    ['Spanish DNI', '12.345.678-Z'],
    ['Spanish NIE', 'X1234567L'],
    ['French NIR', '1 84 12 76 451 089 46'],
    ['Italian codice fiscale', 'RSSMRA85T10A562S'],
    ['US SSN', '123-45-6789'],
    ['British national insurance number', 'AB 12 34 56 C'],
    ['Emirates ID', '784-1980-1234567-8'],
  ])('finds a %s: %s', (_, id) => {
    expect(redacted(`a ${id}, b`)).toBe('a [ID], b')
  })

  it.each([
    '86095742710',
    '12345678A',
    'X1234567M',
    '1 84 12 76 451 089 47',
    'RSSMRA85T10A562T',
    '666-45-6789',
    '784-1980-1234567-9',
    '111222333',
  ])('leaves %s, which has another checksum or was never issued', (id) => {
    expect(redacted(`a ${id}, b`)).toBe(`a ${id}, b`)
  })

  it('finds a BSN only if it is announced, because every eleventh number has its checksum', () => {
    expect(redacted('BSN 111222333. The lots of this week are 111222333')).toBe(
      'BSN [ID]. The lots of this week are 111222333',
    )
  })
})
