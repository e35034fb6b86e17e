import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  skip: 'تخطَّ إلى المحتوى',
  sidebar: 'الشريط الجانبي',
  minimise: 'تصغير الشريط الجانبي',
  expand: 'توسيع الشريط الجانبي',
  closeSidebar: 'إغلاق الشريط الجانبي',
  account: 'حساب \u2068{{name}}\u2069',
  area: 'القسم',
  chat: 'المحادثة',
  management: 'الإدارة',
  language: 'اللغة',
  appearance: 'المظهر',
  light: 'فاتح',
  dark: 'داكن',
  logout: 'تسجيل الخروج',
  manageAgents: 'إدارة الوكلاء',
  fileLibraries: 'مكتبات الملفات',
  newChat: 'محادثة جديدة',
  initializing: 'التطبيق قيد التهيئة، يُرجى الانتظار...',
  notFoundTitle: 'الصفحة غير موجودة',
  notFound: 'لا توجد صفحة في هذا العنوان. تحقّق منه، أو تابع في المحادثة.',
  toChat: 'العودة إلى المحادثة',
  noPermission: 'تتطلب هذه الصفحة الصلاحية {{action}}. يمكن لمن يملك إدارة أدوار المستخدمين منحها.',
  noPermissionTitle: 'لا صلاحية',
  offline: 'أنت غير متصل بالإنترنت.',
}
export default ar
