import { describe, expect, it } from 'vitest'
import { decodeText, sniff } from './sniff.ts'

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('sniff', () => {
  it.each([
    ['notes.txt', 'Plain words.', 'text/plain'],
    ['notes.md', '# Heading', 'text/markdown'],
    ['page.html', '<p>Hello</p>', 'text/html'],
    ['page.txt', '\n<!DOCTYPE html><html><body>x', 'text/html'],
    ['page', '<!-- saved --><html><head>', 'text/html'],
    ['page', '<?xml version="1.0"?>\n<!-- a -->\n<!-- b --><html><head>', 'text/html'],
    ['data.html', 'no tag at all', 'text/plain'],
    ['mail.eml', 'Received: x\r\n by y\r\nSubject: z\r\n\r\ntext', 'message/rfc822'],
    ['page.mht', 'From: <Saved>\r\nMIME-Version: 1.0\r\n\r\n', 'message/rfc822'],
    ['mail.eml', 'Subject: only one header\n\ntext', 'text/plain'],
    ['mail.txt', 'From: a\nTo: b\n\ntext', 'text/plain'],
    ['a.doc', '{\\rtf1 x}', 'application/rtf'],
    ['a.json', '[1]', 'application/json'],
    ['a.json', 'one', 'text/plain'],
    ['a.svg', '<?xml version="1.0"?><svg/>', 'application/xml'],
    ['a.xml', '<?xml version="1.0"?><html>', 'text/html'],
    ['a.py', '{\\rtf', 'application/rtf'],
    ['Makefile', 'all: x', 'text/x-source'],
    ['Dockerfile.md', '# How', 'text/markdown'],
    ['a.md', 'WEBVTT\n', 'text/vtt'],
    ['a', '1\r\n00:00:01,000 --> 00:00:02,000\r\nx', 'application/x-subrip'],
    ['a.ipynb', 'x', 'text/plain'],
    ['comments', '<!---->'.repeat(500), 'text/plain'],
    ['open comment', '<!-- <html>', 'text/plain'],
  ])('detects the kind of %s by its content', (name, text, kind) => {
    expect(sniff(Buffer.from(text), name)).toBe(kind)
  })

  it('accepts UTF-16 with its byte order mark', () => {
    expect(sniff(utf16('Grüße, عربي'), 'a.txt')).toBe('text/plain')
    expect(decodeText(utf16('Grüße, عربي'))).toBe('Grüße, عربي')
    expect(decodeText(Buffer.from(utf16('ab')).swap16())).toBe('ab')
  })

  it('accepts a beginning that ends inside a character', () => {
    expect(sniff(Buffer.from('naïve').subarray(0, 3), 'a.txt')).toBe('text/plain')
  })

  it('detects PDF and container files by their first bytes, whatever their name', () => {
    expect(sniff(Buffer.from('%PDF-1.7\n%text'), 'a.txt')).toBe('application/pdf')
    expect(sniff(Buffer.from('\ufeff\n%PDF-1.7'), 'a.txt')).toBe('application/pdf')
    expect(sniff(Buffer.from([0xff, 0, 1, ...Buffer.from('%PDF-1.7')]), 'a')).toBe('application/pdf')
    expect(sniff(Buffer.from('A file that begins with %PDF- is one.'), 'a.pdf')).toBe('text/plain')
    expect(sniff(Buffer.from('PK\u0003\u0004 and more'), 'a.txt')).toBe('zip')
    expect(sniff(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.docx')).toBe('compound')
  })

  it.each([
    ['an image named as text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])],
    ['NUL in text', Buffer.from('hello\u0000world')],
    ['bytes in another encoding', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x21])],
    ['control characters', Buffer.from('\u0001\u0002\u0003\u0004abc')],
  ])('rejects %s', (_what, bytes) => {
    expect(() => sniff(bytes, 'a.txt')).toThrow(expect.objectContaining({ code: 'file.kind' }))
  })
})
