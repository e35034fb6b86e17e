import { expect, test } from 'vitest'
import { emailOf } from './emailTexts.ts'

const told = {
  agentName: 'Help\r\nBcc: all@vela.example\r\n\r\ndesk',
  replyTo: 'visitor@vela.example',
  link: 'https://chat.example/admin/escalations/e1',
  isTest: false,
}

test.each(['en', 'ar'] as const)(
  'an email in %s has its subject in one line, the address, and the link',
  (language) => {
    const { subject, text, replyTo } = emailOf(told, language)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(subject).toContain('Help Bcc: all@vela.example desk')
    expect(text).toContain('visitor@vela.example')
    expect(text.endsWith(`\n${told.link}`)).toBe(true)
    expect(replyTo).toBe('visitor@vela.example')
  },
)

test('an email about a test says so, and an agent without a name has one in it', () => {
  expect(emailOf({ ...told, agentName: '', isTest: true }, 'en').subject).toBe(
    'Test: A visitor to the public page of \u2068Unnamed Agent\u2069 asks for a reply',
  )
})
