import { expect, test } from 'vitest'
import { readPageHtml, readSitemap } from './pageHtml.ts'

test('links are absolute, without fragments, each once, and only to pages', () => {
  const html = `<title> Opening
    hours </title><a href="/tickets#top">1</a><a href="tickets">2</a><a href="/tickets">3</a>
    <a href="mailto:a@example.com">4</a><a href="javascript:alert(1)">5</a><a href="//other.example/x">6</a>
    <a href="https://user:secret@www.example.com/">7</a><a rel="NoFollow" href="/private">8</a>
    <area href="/map"><a>9</a><a href="http://[">10</a>`
  expect(readPageHtml(html, 'https://www.example.com/help/start')).toEqual({
    title: 'Opening hours',
    links: [
      'https://www.example.com/tickets',
      'https://www.example.com/help/tickets',
      'https://other.example/x',
      'https://www.example.com/map',
    ],
  })
})

test('a base element changes where links lead, and a heading replaces a missing title', () => {
  const html = '<base href="/docs/"><h1>Docs &amp; more</h1><a href="one">1</a>'
  expect(readPageHtml(html, 'https://www.example.com/')).toEqual({
    title: 'Docs & more',
    links: ['https://www.example.com/docs/one'],
  })
})

test('a long base and long links are ignored, and only so many links are read', () => {
  const far = `https://www.example.com/${'a'.repeat(100_000)}/`
  const html = `<base href="${far}"><a href="${far}">1</a><a href="two">2</a>`
  const links = Array.from({ length: 3000 }, (_, at) => `<a href="/${at}">x</a>`).join('')
  const found = readPageHtml(html + links, 'https://www.example.com/').links
  expect(found[0]).toBe('https://www.example.com/two')
  expect(found).toHaveLength(2000)
})

test('deeply nested pages are read without an overflow', () => {
  const html = `${'<div>'.repeat(20_000)}<a href="/deep">x</a>`
  expect(readPageHtml(html, 'https://www.example.com/').links).toEqual(['https://www.example.com/deep'])
})

test('what looks like a tag in scripts, styles, and titles is none', () => {
  const html = `<title>a <a href="/1">b</title><script>'<a href="/2">'</script><style><a href="/3"></style>
    <textarea><a href="/4"></textarea><a href="/5">5</a>`
  expect(readPageHtml(html, 'https://www.example.com/')).toEqual({
    title: 'a <a href="/1">b',
    links: ['https://www.example.com/5'],
  })
})

test('a sitemap that ends within an address names no half of it', () => {
  const xml = '<urlset><url><loc>https://www.example.com/a</loc></url><url><loc>https://www.example.com/b'
  expect(readSitemap(xml).pages).toEqual(['https://www.example.com/a'])
})

test('a sitemap names pages, and an index names sitemaps', () => {
  expect(
    readSitemap(`<?xml version="1.0"?><urlset><url><loc> https://www.example.com/a?x=1&amp;y=2 </loc></url>
      <url><loc><![CDATA[https://www.example.com/b]]></loc></url><url><loc>nothing</loc></url></urlset>`),
  ).toEqual({ pages: ['https://www.example.com/a?x=1&y=2', 'https://www.example.com/b'], sitemaps: [] })
  expect(
    readSitemap('<sitemapindex><sitemap><loc>https://www.example.com/s.xml</loc></sitemap></sitemapindex>'),
  ).toEqual({ pages: [], sitemaps: ['https://www.example.com/s.xml'] })
})
