import { termsOfName, type Word } from './words.ts'

/** Nouns that columns and tables are often called by, in English and Arabic. */
const nouns = `name,title اسم;number,no رقم;code رمز,كود;date تاريخ;day يوم;month شهر;year سنة,عام;time وقت;type,kind نوع;
  status,state حالة;category فئة,تصنيف;class درجة,فئة;description وصف;note,comment ملاحظة;country دولة,بلد;city مدينة;
  region منطقة,إقليم;district حي,منطقة;neighborhood حي;address عنوان;street شارع;location موقع;branch فرع;
  department قسم,إدارة;section قسم;company شركة;supplier,vendor مورد;customer,client عميل,زبون;employee موظف;manager مدير;
  agent وكيل,مندوب;student طالب;teacher معلم;doctor طبيب,دكتور;patient مريض;guest ضيف,نزيل;driver سائق;member عضو;
  user مستخدم;owner مالك;tenant مستأجر;player لاعب;team فريق;product منتج;item صنف;unit وحدة;quantity كمية;stock مخزون;
  warehouse,depot مستودع;store,shop متجر;order طلب;invoice فاتورة;payment دفع,دفعة;method طريقة;price سعر;cost تكلفة,كلفة;
  amount مبلغ;value قيمة;total إجمالي;fee رسم,رسوم;tax ضريبة;discount خصم;salary راتب;bonus مكافأة;budget ميزانية;
  revenue إيراد;sale مبيعات;profit ربح;expense مصروف;balance رصيد;debt دين;currency عملة;bank بنك;account حساب;
  contract عقد;project مشروع;task مهمة;ticket تذكرة;priority أولوية;appointment موعد;visit زيارة;booking,reservation حجز;
  hotel فندق;room غرفة;night ليلة;rate معدل;rent إيجار;apartment شقة;building مبنى;floor طابق;area مساحة;meter عداد;
  reading قراءة;energy طاقة;electricity كهرباء;water ماء,مياه;fuel وقود;consumption استهلاك;vehicle مركبة;car سيارة;
  trip رحلة;flight رحلة;distance مسافة;weight وزن;height ارتفاع;length طول;width عرض;size حجم;color لون;model طراز,موديل;
  brand ماركة;temperature حرارة;age عمر;gender جنس;nationality جنسية;phone هاتف;email بريد;course دورة,مقرر;subject مادة;
  exam اختبار,امتحان;grade درجة;score درجة,نتيجة;rating تقييم;school مدرسة;university جامعة;certificate شهادة;
  registration تسجيل;attendance حضور;book كتاب;author مؤلف;library مكتبة;loan إعارة,قرض;channel قناة;source مصدر;
  delivery توصيل;shipment شحنة;service خدمة;maintenance صيانة;repair إصلاح;condition حالة;language لغة;campaign حملة;
  claim مطالبة;policy وثيقة,بوليصة;insurance تأمين;complaint شكوى;request طلب;subscription,membership اشتراك;
  technician فني;engineer مهندس;trainer مدرب;plan خطة,باقة;penalty,fine غرامة;result نتيجة;event فعالية;
  donation تبرع;donor متبرع;recipient مستلم;passenger مسافر,راكب;ticket بطاقة;visitor زائر;shift وردية,مناوبة;
  training تدريب;leave,vacation إجازة;destination وجهة;cargo حمولة,بضاعة;carrier ناقل;clinic عيادة;treatment علاج;
  bill فاتورة;deposit عربون,تأمين;meal وجبة;restaurant مطعم;dish طبق;table طاولة;tip بقشيش;usage استهلاك;tariff تعرفة;
  property عقار;buyer مشتري;seller بائع;salesperson بائع;commission عمولة;bedroom غرفة;job وظيفة;grant منحة;duration مدة;hour ساعة;minute دقيقة;level مستوى;position منصب,وظيفة;experience خبرة;hospital مستشفى`

const others = new Map<string, Set<string>>()
for (const pair of nouns.split(';')) {
  const [english = [], arabic = []] = pair
    .trim()
    .split(' ')
    .map((list) => list.split(',').flatMap((noun) => termsOfName(noun)))
  for (const [from, to] of [
    [english, arabic],
    [arabic, english],
  ] as const)
    for (const term of from) others.set(term, new Set([...(others.get(term) ?? []), ...to]))
}

/** Returns a word with what it is called in the other language. */
export function translated(word: Word): Word {
  const own = word.stem === null ? [] : [word.stem, ...word.others]
  return { ...word, others: [...word.others, ...own.flatMap((term) => [...(others.get(term) ?? [])])] }
}
