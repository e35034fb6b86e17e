/** The content of the screenshots, with the people and companies of the mock-ups. */
export const introduction =
  'I read the supplier frame agreements and purchasing terms, quote the clause with its page, and calculate with your files. I do not give legal advice.'

export const starters = [
  'Which agreements let us end early, and at what notice?',
  'Brandt 2024 against Brandt 2026: what changed?',
  'What expires or renews in the next 90 days?',
  'Write a late-delivery notice under § 7.3.',
]

export const agreement = `# Frame agreement Brandt

## 7.3 Late delivery

For suppliers who missed the delivery date, the rate to claim is 0.5 % of the order value for each full week of delay, up to 5 %.

## 7.4 Quality

Goods are inspected on arrival.
`

export const terms = `<h1>Purchasing terms 2026</h1><h2>12 Claims</h2>
<p>Notice of a claim against suppliers who missed the delivery clause is due within 30 days of receipt.</p>`

export const arabicAgreement = `# العقد الإطاري Brandt

## 7.3 تأخر التسليم

للموردين الذين خالفوا بند التسليم تكون نسبة المطالبة 0.5٪ من قيمة الطلب عن كل أسبوع تأخير كامل، بحد أقصى 5٪.
`

export const arabicTerms = `# شروط الشراء 2026

يُقدَّم إشعار المطالبة إلى الموردين الذين خالفوا بند التسليم خلال 30 يومًا من الاستلام.
`

export const answer = `**Three of eleven suppliers missed the clause, and you can claim €10,943.** The rate is 0.5 % of the order value per full week of delay,[1] and each claim must reach the supplier within 30 days of receipt.[2]

| Supplier | Late orders | Value late | Full weeks | Claimable |
|---|--:|--:|--:|--:|
| Brandt Castings | 9 of 42 | €412,800 | 3 | €6,192 |
| Oslo Hydraulics | 4 of 31 | €188,400 | 3 | €2,826 |
| Kestrel Freight | 11 of 57 | €96,250 | 4 | €1,925 |
| **Total** | **24 of 130** | **€697,450** | | **€10,943** |

\`\`\`python
weeks = (late.delivered - late.due).dt.days // 7
rate  = (weeks * 0.005).clip(upper=0.05)   # § 7.3: 0.5 % a week, 5 % at most
claim = (late.value * rate).groupby(late.supplier).sum()
\`\`\`

Kestrel’s deadline is the closest: **28 November**. Shall I draft the three notices?
`

export const arabicAnswer = `**خالف ثلاثة موردين من أحد عشر البند، ويمكنكم المطالبة بمبلغ €10,943.** النسبة 0.5٪ من قيمة الطلب عن كل أسبوع تأخير كامل،[1] ويجب أن تصل كل مطالبة إلى المورد خلال 30 يومًا من الاستلام.[2]

| المورد | طلبات متأخرة | قيمة المتأخر | أسابيع كاملة | المطالبة |
|---|--:|--:|--:|--:|
| Brandt Castings | 9 من 42 | €412,800 | 3 | €6,192 |
| Oslo Hydraulics | 4 من 31 | €188,400 | 3 | €2,826 |
| Kestrel Freight | 11 من 57 | €96,250 | 4 | €1,925 |

\`\`\`python
weeks = (late.delivered - late.due).dt.days // 7
claim = (late.value * rate).groupby(late.supplier).sum()
\`\`\`

أقرب موعد نهائي هو موعد Kestrel: **28 نوفمبر**. هل أصوغ الإشعارات الثلاثة؟
`

const lines = Array.from(
  { length: 24 },
  (_, index) =>
    `    claims[${index}] = min(weeks[${index}] * RATE, CAP) * values[${index}]  # supplier ${index + 1}`,
).join('\n')

export const technical = `## The formula

With $v_i$ the value of order $i$ and $w_i$ its full weeks of delay, the claim is

$$
C = \\sum_{i=1}^{n} v_i \\cdot \\min\\left(\\frac{w_i}{200},\\ \\frac{1}{20}\\right)
$$

so that \\(w_i \\ge 10\\) weeks reach the cap. From $5 to $6 nothing changes.

### As code

\`\`\`python
RATE, CAP = 0.005, 0.05

def claim(weeks: list[int], values: list[float]) -> list[float]:
    claims = [0.0] * len(values)
${lines}
    return claims
\`\`\`

### By supplier

| Supplier | Orders | Late | On time | Value | Value late | Weeks | Rate | Claimable |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
| Brandt Castings GmbH & Co. KG | 42 | 9 | 33 | €1,928,400 | €412,800 | 3 | 1.5 % | €6,192 |
| Oslo Hydraulics | 31 | 4 | 27 | €1,460,100 | €188,400 | 3 | 1.5 % | €2,826 |
| Kestrel Freight | 57 | 11 | 46 | €498,700 | €96,250 | 4 | 2.0 % | €1,925 |

> The cap of 5 % is reached after ten weeks.

1. Check the receipts.
2. Send each notice within 30 days.
   - by registered letter
   - or by the supplier portal
`
