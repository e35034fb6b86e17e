export default {
  title: 'الإشعارات',
  markAllRead: 'تحديد الكل كمقروء',
  preferences: 'إعدادات الإشعارات',
  unread: 'غير مقروء',
  empty: 'لا توجد إشعارات بعد. تظهر هنا عندما يخصّك أمر ما، مثل وكيل تمت مشاركته معك.',
  more: 'عرض المزيد',
  loadingMore: 'جارٍ التحميل…',
  'text.AgentShared.Use': 'شارك \u2068{{person}}\u2069 الوكيل \u2068{{agent}}\u2069 معك.',
  'text.AgentShared.Edit': 'شارك \u2068{{person}}\u2069 الوكيل \u2068{{agent}}\u2069 معك لتعديله.',
  'text.AgentTransferred': 'نقل إليك \u2068{{person}}\u2069 ملكية الوكيل \u2068{{agent}}\u2069.',
  'text.ImportFailed': 'فشل استيراد \u2068{{file}}\u2069.',
  'text.ImportEnded_zero': 'اكتمل استيراد \u2068{{file}}\u2069: لا محادثات جديدة.',
  'text.ImportEnded_one': 'اكتمل استيراد \u2068{{file}}\u2069: محادثة واحدة.',
  'text.ImportEnded_two': 'اكتمل استيراد \u2068{{file}}\u2069: محادثتان.',
  'text.ImportEnded_few': 'اكتمل استيراد \u2068{{file}}\u2069: {{count, n}} محادثات.',
  'text.ImportEnded_many': 'اكتمل استيراد \u2068{{file}}\u2069: {{count, n}} محادثة.',
  'text.ImportEnded_other': 'اكتمل استيراد \u2068{{file}}\u2069: {{count, n}} محادثة.',
  'text.FilesFailed_zero': 'لا ملفات غير مقروءة في المكتبة \u2068{{library}}\u2069.',
  'text.FilesFailed_one': 'تعذّرت قراءة ملف أضفته إلى المكتبة \u2068{{library}}\u2069.',
  'text.FilesFailed_two': 'تعذّرت قراءة ملفين أضفتهما إلى المكتبة \u2068{{library}}\u2069.',
  'text.FilesFailed_few': 'تعذّرت قراءة {{count, n}} ملفات أضفتها إلى المكتبة \u2068{{library}}\u2069.',
  'text.FilesFailed_many': 'تعذّرت قراءة {{count, n}} ملفًا أضفته إلى المكتبة \u2068{{library}}\u2069.',
  'text.FilesFailed_other': 'تعذّرت قراءة {{count, n}} ملف أضفته إلى المكتبة \u2068{{library}}\u2069.',
  'text.GuidelinesReminder': 'اقرأ الإرشادات \u2068{{guidelines}}\u2069 ووافق عليها.',
  'text.BudgetNearEnd.Brand':
    'استخدمت العلامة التجارية \u2068{{name}}\u2069 80% على الأقل من ميزانيتها لهذا الشهر.',
  'text.BudgetNearEnd.Agent': 'استخدم الوكيل \u2068{{name}}\u2069 80% على الأقل من ميزانيته لهذا الشهر.',
  'text.BudgetNearEnd.Group': 'استخدمت المجموعة \u2068{{name}}\u2069 80% على الأقل من ميزانيتها لهذا الشهر.',
  'text.BudgetNearEnd.UnnamedGroup': 'استخدمت إحدى مجموعات الدليل 80% على الأقل من ميزانيتها لهذا الشهر.',
  'text.BudgetUsed.Brand':
    'استنفدت العلامة التجارية \u2068{{name}}\u2069 ميزانيتها لهذا الشهر، وتُرفض أسئلتها.',
  'text.BudgetUsed.Agent': 'استنفد الوكيل \u2068{{name}}\u2069 ميزانيته لهذا الشهر، وتُرفض أسئلته.',
  'text.BudgetUsed.Group': 'استنفدت المجموعة \u2068{{name}}\u2069 ميزانيتها لهذا الشهر، وتُرفض أسئلتها.',
  'text.BudgetUsed.UnnamedGroup': 'استنفدت إحدى مجموعات الدليل ميزانيتها لهذا الشهر، وتُرفض أسئلتها.',
  'text.DocumentRequested':
    'هناك مستند ناقص: لم يستطع الوكيل \u2068{{agent}}\u2069 الإجابة عن «\u2068{{question}}\u2069».',
  'text.DocumentRequestedWithNote':
    'هناك مستند ناقص: لم يستطع الوكيل \u2068{{agent}}\u2069 الإجابة عن «\u2068{{question}}\u2069». ملاحظة: \u2068{{note}}\u2069',
  'text.ConversationsRead':
    'يستطيع \u2068{{reader}}\u2069 قراءة محادثاتك لمدة {{minutes, n}} دقيقة. السبب: \u2068{{reason}}\u2069',
  visitorOf: 'زائر للوكيل \u2068{{agent}}\u2069',
  'text.ReadWaits':
    'يطلب \u2068{{reader}}\u2069 موافقتك على قراءة محادثات \u2068{{person}}\u2069. السبب: \u2068{{reason}}\u2069',
  'text.ReadApproved':
    'تمت الموافقة على طلبك. يمكنك قراءة محادثات \u2068{{person}}\u2069 لمدة {{minutes, n}} دقيقة من وقت الموافقة.',
  'text.DataExportReadyOwn': 'أصبح تصدير بياناتك الشخصية جاهزًا.',
  'text.DataExportFailedOwn': 'فشل تصدير بياناتك الشخصية.',
  'text.DataExportReady': 'أصبح تصدير البيانات الشخصية للمستخدم \u2068{{person}}\u2069 جاهزًا.',
  'text.DataExportFailed': 'فشل تصدير البيانات الشخصية للمستخدم \u2068{{person}}\u2069.',
  'text.DataExportRequested':
    'طلب \u2068{{requester}}\u2069 تصدير بياناتك الشخصية. السبب: \u2068{{reason}}\u2069',
  'text.DataExportWaits':
    'يطلب \u2068{{requester}}\u2069 موافقتك على تنزيل البيانات الشخصية للمستخدم \u2068{{person}}\u2069. السبب: \u2068{{reason}}\u2069',
  'text.DataExportApproved':
    'تمت الموافقة على طلبك. يمكنك تنزيل البيانات الشخصية للمستخدم \u2068{{person}}\u2069 عندما تصبح جاهزة.',
  'text.ScheduledRun.Low':
    'التشغيل المجدول للاختبار \u2068{{test}}\u2069 مع الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 حصل على {{score, n}}%، والمطلوب {{minimum, n}}% على الأقل.',
  'text.ScheduledRun.Critical':
    'التشغيل المجدول للاختبار \u2068{{test}}\u2069 مع الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 فيه حالات حرجة فاشلة، وعددها {{criticalFailures, n}}.',
  'text.ScheduledRun.Failed':
    'التشغيل المجدول للاختبار \u2068{{test}}\u2069 مع الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 فشل.',
  'text.ScheduledRun.Stopped':
    'التشغيل المجدول للاختبار \u2068{{test}}\u2069 مع الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 توقف مبكرًا قبل الإجابة عن كل الحالات.',
  'text.ScheduledRun.Passed':
    'التشغيل المجدول للاختبار \u2068{{test}}\u2069 مع الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 نجح من جديد بنتيجة {{score, n}}%.',
  'text.PublishWaits':
    'يطلب \u2068{{requester}}\u2069 موافقتك على نشر الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069.',
  'text.PublishWaitsWithNote':
    'يطلب \u2068{{requester}}\u2069 موافقتك على نشر الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069. \u2068{{note}}\u2069',
  'text.PublishApproved': 'تمت الموافقة على الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 ونُشر.',
  'text.PublishApprovedWithNote':
    'تمت الموافقة على الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069 ونُشر. \u2068{{note}}\u2069',
  'text.PublishRejected': 'لم تتم الموافقة على الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069.',
  'text.PublishRejectedWithNote':
    'لم تتم الموافقة على الإصدار {{number, n}} من الوكيل \u2068{{agent}}\u2069. \u2068{{note}}\u2069',
  'kind.AgentShared': 'تمت مشاركة وكيل معي',
  'kind.AgentTransferred': 'أصبحت مالك وكيل',
  'kind.ImportEnded': 'انتهى استيراد',
  'kind.FilesFailed': 'تعذّرت قراءة ملف أضفته',
  'kind.GuidelinesReminder': 'لم أوافق على إرشادات بعد',
  'kind.BudgetUsed': 'أوشكت ميزانية أديرها على النفاد أو نفدت',
  'kind.DocumentRequested': 'ينقص مستند في مكتبة يمكنني إضافة ملفات إليها',
  'kind.ConversationsRead': 'يستطيع شخص قراءة محادثاتي',
  'kind.ReadWaits': 'قراءة محادثات تحتاج إلى موافقتي',
  'kind.ReadApproved': 'تمت الموافقة على طلبي قراءة محادثات',
  'kind.DataExportEnded': 'أصبح تصدير بيانات شخصية جاهزًا أو فشل',
  'kind.DataExportRequested': 'طلب شخص تصدير بياناتي الشخصية',
  'kind.DataExportWaits': 'تنزيل بيانات شخصية يحتاج إلى موافقتي',
  'kind.DataExportApproved': 'تمت الموافقة على طلبي تنزيل بيانات شخصية',
  'kind.PublishWaits': 'نشر وكيل يحتاج إلى موافقتي',
  'kind.PublishDecided': 'بُتّ في طلبي نشر وكيل',
  'kind.ScheduledRunEnded': 'تشغيل مجدول لاختبار أداء ليس جيدًا بما يكفي، أو نجح من جديد',
  listed: 'التطبيق',
  emailed: 'البريد',
  listedOf: 'التطبيق: {{kind}}',
  emailedOf: 'البريد: {{kind}}',
  noEmail: 'الرسائل غير متاحة: هذا النظام لا يرسل بريدًا، أو لا يوجد عنوان بريد إلكتروني في حسابك.',
  emailTo: 'تُرسل الرسائل إلى \u2068{{address}}\u2069 إذا لم تقرأ الإشعار خلال 5 دقائق.',
  language: 'لغة الرسائل',
  stored: 'يُحفظ في حسابك.',
}
