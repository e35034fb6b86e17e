import type { Translation } from '../../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> & Record<string, string> = {
  attach: 'إرفاق ملفات',
  attachHint:
    'PDF وWord ونصوص وMarkdown وHTML، حتى 50 ميغابايت لكل ملف؛ والصور للوكلاء الذين يرون، حتى 20 ميغابايت',
  attachments: 'الملفات المرفقة',
  images: 'الصور',
  showImage: 'عرض الصورة {{number}} من {{count}}',
  imageOf: 'الصورة {{number}} من {{count}}',
  previousImage: 'الصورة السابقة',
  nextImage: 'الصورة التالية',
  saveImage: 'حفظ الصورة',
  closeImage: 'إغلاق الصورة',
  imageFailed: 'لا يمكن عرض هذه الصورة. أغلقها وحاول مرة أخرى.',
  dropTitle: 'أفلِت الملفات لإرفاقها',
  waiting: 'في الانتظار',
  sending: 'جارٍ الرفع، {{share}}',
  reading: 'جارٍ القراءة…',
  progressOf: 'رفع \u2068{{name}}\u2069',
  failed: 'تعثّر \u2068{{name}}\u2069. {{reason}}',
  retry: 'إعادة محاولة \u2068{{name}}\u2069',
  remove: 'إزالة \u2068{{name}}\u2069',
  pastedName: 'نص ملصق',
  asText: 'إدراج كنص',
  asTextOf: 'إدراج ⁨{{name}}⁩ كنص',
  asTextHint: 'إزالة الملف ووضع النص في الرسالة',
  unseen: 'المجيب لا يستطيع رؤية الصور. أزل هذه الصورة أو اختر مجيبًا يراها.',
  cancelUpload: 'إلغاء رفع \u2068{{name}}\u2069',
  download: 'حفظ \u2068{{name}}\u2069',
  uploading_zero: 'لا ملفات قيد الرفع',
  uploading_one: 'جارٍ رفع ملف واحد',
  uploading_two: 'جارٍ رفع ملفين',
  uploading_few: 'جارٍ رفع {{count}} ملفات',
  uploading_many: 'جارٍ رفع {{count}} ملفًا',
  uploading_other: 'جارٍ رفع {{count}} ملف',
  sendWaits: 'الإرسال بعد اكتمال رفع الملفات',
  sendWaiting: 'عدم الإرسال الآن',
  waitsForUploads: 'يُرسل السؤال بعد اكتمال رفع الملفات',
  tooMany_zero: 'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر.',
  tooMany_one: 'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر. لم يُرفق ملف واحد.',
  tooMany_two: 'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر. لم يُرفق ملفان.',
  tooMany_few:
    'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر. لم تُرفق {{count}} ملفات.',
  tooMany_many:
    'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر. لم يُرفق {{count}} ملفًا.',
  tooMany_other:
    'يتسع السؤال لعدد {{max}} من الملفات، منها {{images}} من الصور على الأكثر. لم يُرفق {{count}} ملف.',
}

export default ar
