export default {
  progress: 'تقدم البحث',
  continueResearch: 'متابعة البحث',
  writeReport: 'كتابة التقرير بما عُثر عليه',
}
