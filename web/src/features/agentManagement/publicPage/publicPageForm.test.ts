import { expect, test } from 'vitest'
import type { PublicPageState } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import {
  errorsOf,
  inputOf,
  isSlug,
  originError,
  type PublicPageValues,
  pathOf,
  suggestedSlug,
  valuesOf,
} from './publicPageForm.ts'

const t = publicPageTexts.text
const none: PublicPageState = {
  publicEndpoint: null,
  url: null,
  obstacles: [],
  isPriced: true,
  knowsNetworks: true,
  sendsEmail: true,
  usageToday: {
    messages: 0,
    tokens: 0,
    costUsd: 0,
    visitors: 0,
    refusedByBudget: 0,
    unanswered: 0,
    claimed: 3,
  },
  version: 0,
}
const values = valuesOf(none, 'Help desk')
const errors = (change: Partial<PublicPageValues>) => errorsOf({ ...values, ...change }, t)

test('a new page has a suggested name, budgets, and nothing else', () => {
  expect(inputOf(values)).toEqual({
    gptPublicEndpoint: 'help-desk',
    brandKey: null,
    language: null,
    contact: null,
    privacyUrl: null,
    allowedOrigins: [],
    allowAttachments: false,
    allowPageContext: false,
    allowVision: false,
    allowSourceDownload: false,
    visitorMessagesPerDay: 50,
    messagesPerDay: 1000,
    tokensPerDay: 1_000_000,
    costPerDayUsd: null,
    networkMessagesPerDay: null,
    proofOfWorkBits: 0,
    escalation: null,
  })
  expect(errors({})).toEqual({})
})

test.each([
  ['Help desk', 'help-desk'],
  ['  Élan & Co. 2 ', 'elan-co-2'],
  ['HR', 'hr-chat'],
  ['دليل المنتج', ''],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('suggests a name for %s', (name, slug) => {
  expect(suggestedSlug(name)).toBe(slug)
  if (slug) expect(isSlug(slug)).toBe(true)
})

test.each(['ab', '-abc', 'abc-', 'a_b', 'a.b', 'Abc', 'a'.repeat(64), 'ä-b-c'])(
  'refuses the name %s',
  (slug) => {
    expect(isSlug(slug)).toBe(false)
    expect(errors({ gptPublicEndpoint: slug })).toHaveProperty('gptPublicEndpoint')
  },
)

test.each([
  ['https://www.example.com', undefined],
  ['https://www.example.com/', undefined],
  [' https://example.com:8443 ', undefined],
  ['http://localhost:3000', undefined],
  ['http://127.0.0.1', undefined],
  ['http://www.example.com', 'originHttps'],
  ['https://www.example.com/help', 'originPath'],
  ['https://www.example.com?x', 'originPath'],
  ['https://user@example.com', 'originPath'],
  ['www.example.com', 'originInvalid'],
  ['ftp://example.com', 'originInvalid'],
  ["https://a.example;script-src'*'", 'originInvalid'],
])('checks the origin %s', (origin, found) => {
  expect(originError(origin)).toBe(found)
})

test('empty origins are ignored, and their rows don’t shift errors', () => {
  const allowedOrigins = ['', ' https://a.example ', '', 'http://b.example']
  expect(inputOf({ ...values, allowedOrigins }).allowedOrigins).toEqual([
    'https://a.example',
    'http://b.example',
  ])
  expect(Object.keys(errors({ allowedOrigins }))).toEqual(['allowedOrigins.3'])
  expect(pathOf('allowedOrigins.1', { allowedOrigins })).toBe('allowedOrigins.3')
})

test('a contact has a label and a link', () => {
  expect(errors({ contactUrl: 'mailto:help@example.com' })).toEqual({
    contactLabel: t('contactLabelRequired'),
  })
  expect(errors({ contactLabel: 'Help' })).toEqual({ contactUrl: t('contactUrlInvalid') })
  expect(errors({ contactLabel: 'Help', contactUrl: 'http://example.com' })).toHaveProperty('contactUrl')
  expect(errors({ contactLabel: 'x'.repeat(101), contactUrl: 'https://a.example' })).toHaveProperty(
    'contactLabel',
  )
  const contact = { contactLabel: ' Help ', contactUrl: ' mailto:help@example.com ' }
  expect(errors(contact)).toEqual({})
  expect(inputOf({ ...values, ...contact }).contact).toEqual({
    label: 'Help',
    url: 'mailto:help@example.com',
  })
  expect(pathOf('contact.url', values)).toBe('contactUrl')
  expect(pathOf('contact', values)).toBe('contactLabel')
})

test('budgets are whole numbers in range, and only two of them can be empty', () => {
  expect(errors({ messagesPerDay: '', tokensPerDay: '0', visitorMessagesPerDay: '1.5' })).toEqual({
    visitorMessagesPerDay: 'Enter a whole number from 1 to 100,000',
    messagesPerDay: 'Enter a whole number from 1 to 1,000,000',
    tokensPerDay: 'Enter a whole number from 1 to 1,000,000,000',
  })
  expect(errors({ costPerDayUsd: '', networkMessagesPerDay: '' })).toEqual({})
  for (const costPerDayUsd of ['0', '1.234', '-1', '1000001'])
    expect(errors({ costPerDayUsd })).toHaveProperty('costPerDayUsd')
  expect(inputOf({ ...values, costPerDayUsd: '2.50', networkMessagesPerDay: '20' })).toMatchObject({
    costPerDayUsd: 2.5,
    networkMessagesPerDay: 20,
  })
})

test('the privacy policy is an https link', () => {
  expect(errors({ privacyUrl: 'http://a.example' })).toHaveProperty('privacyUrl')
  expect(errors({ privacyUrl: 'https://a.example/privacy' })).toEqual({})
})

test('a saved page is shown as it is saved', () => {
  const publicEndpoint = {
    ...inputOf(values),
    contact: { label: 'Help', url: 'https://a.example' },
    language: 'ar' as const,
    costPerDayUsd: 2.5,
    enabled: true,
    updatedAt: '2026-11-20T10:00:00.000Z',
  }
  const { enabled: _, updatedAt: __, ...settings } = publicEndpoint
  expect(inputOf(valuesOf({ ...none, publicEndpoint, version: 1 }, 'Other'))).toEqual(settings)
})

test.each([
  [{ escalationKind: '' }, null],
  [
    { escalationKind: 'Email', escalationAddress: ' team@halden.example ' },
    { kind: 'Email', address: 'team@halden.example' },
  ],
  [
    { escalationKind: 'Webhook', escalationUrl: 'https://hooks.example' },
    { kind: 'Webhook', url: 'https://hooks.example' },
  ],
  [
    { escalationKind: 'Webhook', escalationUrl: 'https://hooks.example', escalationSecret: 'a'.repeat(16) },
    { kind: 'Webhook', url: 'https://hooks.example', secret: 'a'.repeat(16) },
  ],
] as const)('sends conversations as set: %j', (change, escalation) => {
  expect(errors(change)).toEqual({})
  expect(inputOf({ ...values, ...change }).escalation).toEqual(escalation)
})

test.each([
  [{ escalationKind: 'Email', escalationAddress: 'team' }, 'escalationAddress'],
  [{ escalationKind: 'Webhook', escalationUrl: 'hooks.example' }, 'escalationUrl'],
  [
    { escalationKind: 'Webhook', escalationUrl: 'https://hooks.example', escalationSecret: 'short' },
    'escalationSecret',
  ],
] as const)('refuses %j', (change, field) => {
  expect(Object.keys(errors(change))).toEqual([field])
})
