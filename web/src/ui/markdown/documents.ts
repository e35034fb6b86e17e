/**
 * Test documents for the incremental parser: typical model output, and input that is easily parsed differently
 * in pieces.
 */
export const documents: Record<string, string> = {
  plain: 'One paragraph.\n\nAnother, with **bold** and `code`.\nSame paragraph.\n\n\nThird.',
  headings: '# One\ntext\n## Two\n\nSetext\n======\n\nOther\n---\n\n### Three ###\ntail',
  lists:
    '- a\n- b\n\n  more of b\n  - c\n    1. d\n    2. e\n\n- f\n\ntext\n\n1. one\n\n2. two\n\n   para\n\nend',
  tasks: '- [ ] open\n- [x] done\n  text\n\n* other\n* list\n\n+ third',
  table: 'Before\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n| 3 | `x|y` |\n\nAfter\n| c |\n|---|\n| d |\ntail',
  code: 'x\n```python\ndef f():\n\n    return 1\n```\n\n~~~\n```\n~~~\n\n````md\n```js\n1\n```\n````\nend',
  openCode: 'Look:\n\n```ts\nconst a = 1\n\nconst b = 2\n',
  indented: 'a\n\n    code\n\n    more\n\nb\n\n\tc\n',
  quotes: '> a\nlazy\n> b\n\n> c\n> - d\n>\n> e\n\ntext\n> f\n---\ng',
  html: '<div>\nfoo\n\n</div>\n\n<!-- a\n\nb -->\n\ntext <b>bold</b>\n\n<script>\nalert(1)\n\n</script>\nafter',
  references:
    'See [a] and [b][c].\n\n[a]: https://a.example\n"title"\n[c]: <https://c.example>\n\nText [1] and [2].',
  rules: 'a\n\n***\n\nb\n***\nc\n\n- - -\n\n_ _ _\nd',
  windows: 'a\r\nb\r\n\r\n- c\r\n- d\r\n\r\n```\r\ncode\r\n```\r\nend\r\n',
  formulas:
    'Let $x^2$ be\n$$\n\\frac{a}{b}\n- c\n$$\nand \\(y\\), from $5 to $6.\n\n\\[\n\\sum_i i\n\\]\n\n- item $z$\n\nend $$ open\n$$\nnever closed\n\ntail',
  arabic:
    '## العنوان\n\nنص **مهم** مع `code`.[1]\n\n| المورد | القيمة |\n|---|---|\n| أ | 1 |\n\n- بند\n- آخر',
  mixed:
    '# Report\n\nThree of eleven suppliers missed it.[1]\n\n| Supplier | Late |\n|---|--:|\n| Brandt | 9 |\n\n```python\nweeks = days // 7\n```\n\n1. First\n2. Second\n   - inner\n\n> Quote[2]\n\nDone.\n',
}
