import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

const origin = 'https://chat.example'
vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('location', new URL(`${origin}/chat`))
const { ownPath, rememberPath, takePath } = await import('./pathAfterLogin.ts')
const { auth, resetAuth } = await import('./auth.ts')

beforeEach(() => resetAuth())

const hostile = [
  '//evil.example',
  '///evil.example/chat',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  'https://evil.example/chat',
  'http:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '/\tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'chat',
  './chat',
  '../chat',
  '?next=/chat',
  '#/chat',
  '@evil.example',
  'user:password@evil.example',
  ' //evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\u0000/evil.example',
  '/%5Cevil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/.//evil.example',
  '/chat/..//evil.example',
  '/chat\\..\\evil.example',
  '/chat\u0007',
  '/chat\u2028',
  '/chat\ufeff',
  '/chat%',
  '/auth/jwt/login',
  '/AUTH/jwt/login?pathAfterLogin=/chat',
  '/redirect.html#code=1',
  '/api/internal/currentUser',
  '/directory/x/v2.0/logout',
  `/${'a'.repeat(3000)}`,
  '',
  undefined,
  null,
  7,
  ['/chat'],
  { toString: () => '/chat' },
]

describe('the path after login', () => {
  it.each(hostile)('[R-2-014] [A34] rejects %j and opens the chat', (path) => {
    expect(ownPath(path, origin)).toBe('/chat')
  })

  it.each([
    '/chat',
    '/chat/0198a2b4-0000-7000-8000-000000000001',
    '/admin/datasource?filter=failed&page=2',
    '/chat?q=a%20b#end',
    '/chat/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7',
    '/chat?next=https://example.com//x',
  ])('[R-2-014] accepts %s as one of our own paths', (path) => {
    expect(ownPath(path, origin)).toBe(path)
  })

  it('[R-3-012] is stored in the state, and for the next page of the tab', () => {
    rememberPath('/admin/datasource?filter=failed')
    expect(auth.read().pathAfterLogin).toBe('/admin/datasource?filter=failed')
    expect(JSON.parse(sessionStorage.getItem('auth') ?? '{}')).toMatchObject({
      pathAfterLogin: '/admin/datasource?filter=failed',
    })
  })

  it('[R-2-013] keeps the query of the requested path, and is used once', () => {
    rememberPath('/chat/abc?x=1&y=2')
    expect(takePath()).toBe('/chat/abc?x=1&y=2')
    expect(takePath()).toBe('/chat')
  })

  it('[R-2-014] doesn’t follow a hostile path from the storage either', () => {
    auth.set({ pathAfterLogin: '//evil.example' })
    expect(takePath()).toBe('/chat')
  })
})
