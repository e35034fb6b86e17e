import { expect, it } from 'vitest'
import { scrollsIn } from './scrolling.ts'

it('the main area scrolls inside itself on paths that end in chat or edit', () => {
  for (const path of ['/chat', '/chat/', '/admin/datasource/d1/edit', '/admin/brand/default/edit'])
    expect(scrollsIn(path), path).toBe('main')
  // The chat with an agent in its path is the same screen.
  expect(scrollsIn('/chat/0199aa3e-7d1c-7c5a-9a57-1b0c6d2f4e11')).toBe('main')
})

it('it does not elsewhere', () => {
  for (const path of ['/admin', '/admin/datasource', '/chat/agents', '/admin/brand/new', '/admin/credit'])
    expect(scrollsIn(path), path).toBe('page')
})
