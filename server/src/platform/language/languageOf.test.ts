import { expect, it } from 'vitest'
import { languageOf } from './languageOf.ts'

it.each([
  ['en', 'The library is open to everyone who has signed in, and it is free of charge.'],
  ['ar', 'المكتبة مفتوحة لكل من سجل الدخول.'],
  ['zh', '图书馆向所有登录的人开放。'],
  ['ja', '図書館はログインした人なら誰でも利用できます。'],
  ['und', '1234 5678 --- ...'],
  ['und', 'Bibliothek Ausleihe Öffnungszeit Gebühr Mahnung'],
])('detects the language %s', (language, text) => {
  expect(languageOf(text)).toBe(language)
})
