export default {
  answerWith: 'الإجابة بوكيل آخر',
  agents: 'الوكلاء',
  search: 'البحث عن وكيل',
  recent: 'الأخيرة',
  others: 'كل الوكلاء',
  found: 'النتائج',
  noMatch: 'لا يوجد وكيل يطابق بحثك.',
  asks: 'السؤال إلى',
  asksAgent: 'هذا السؤال موجه إلى ⁨{{agent}}⁩',
  askOwn: 'عدم سؤال ⁨{{agent}}⁩',
  askPlaceholder: 'اسأل ⁨{{agent}}⁩…',
}
