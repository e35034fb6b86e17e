import { expect, test } from 'vitest'
import { ssmlOf } from './ssml.ts'

const said = (text: string, voice = 'ar-EG-SalmaNeural') =>
  /xml:lang='(.*?)'><voice name='(.*?)'>(.*)<\/voice><\/speak>$/.exec(ssmlOf({ text, voice }))?.slice(1)

test('a sentence is spoken in the language of its voice', () => {
  expect(said('مرحبا')).toEqual(['ar-EG', 'ar-EG-SalmaNeural', 'مرحبا'])
})

test('nothing that a model writes is markup', () => {
  const text = `</voice><audio src="http://169.254.169.254/"/> & 'x' <!-- ]]> &amp;`
  expect(said(text)?.[2]).toBe(
    '&lt;/voice&gt;&lt;audio src=&quot;http://169.254.169.254/&quot;/&gt; &amp; &apos;x&apos; &lt;!-- ]]&gt; &amp;amp;',
  )
})

test('what XML doesn’t allow is left out', () => {
  expect(said('a\u0000b\u0008c\uFFFEd\u{1F600}')?.[2]).toBe('a b c d\u{1F600}')
  expect(said('a\uD800b')?.[2]).toBe('a\uFFFDb')
})
