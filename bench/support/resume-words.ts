/** Chosen the same way each time for one seed. */
export interface Picker {
  readonly one: (list: readonly string[]) => string
  readonly some: (list: readonly string[], count: number) => readonly string[]
  readonly below: (count: number) => number
  /** Replaces each run of # by a number with that many digits. */
  readonly numbers: (text: string) => string
}

export function pickerOf(seed: number): Picker {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  for (let skipped = 0; skipped < 8; skipped++) below(2)
  const some = (list: readonly string[], count: number) => {
    const left = [...list]
    return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0] ?? '')
  }
  return {
    ...{ below, some, one: (list) => some(list, 1)[0] ?? '' },
    numbers: (text) =>
      text.replace(/#+/g, ({ length }) => String(10 ** (length - 1) + below(9 * 10 ** (length - 1)))),
  }
}

/** The words of the resumes in one language. */
export interface ResumeWords {
  readonly font: readonly string[]
  readonly name: (picker: Picker) => string
  readonly user: (name: string, picker: Picker) => string
  readonly labels: Readonly<Record<'phone' | 'email' | 'city' | 'born' | 'wanted', string>>
  readonly headings: readonly [work: string, project: string, school: string, skills: string]
  readonly until: string
  readonly phone: string
  readonly born: string
  readonly cities: readonly string[]
  readonly titles: readonly string[]
  readonly companies: readonly string[]
  readonly schools: readonly string[]
  readonly work: readonly string[]
  readonly skills: readonly string[]
  readonly stop: string
}

const domains = [
  'example.com',
  'mail.example.com.cn',
  'example.org',
  'qq.example.net',
  'example.edu.cn',
  '163.example.com',
]

export function emailOf(words: ResumeWords, name: string, picker: Picker): string {
  return `${words.user(name, picker)}@${picker.one(domains)}`
}

const syllables =
  'wei jing hao lin xue yang chen qiu bo ting zhi fang rui meng jia lei shan yu kai ning'.split(' ')
const surnames =
  '王 李 赵 孙 周 吴 郑 冯 蒋 沈 韩 朱 秦 尤 许 何 吕 施 孔 曹 严 华 金 魏 陶 姜 谢 邹 喻 章 欧阳 司马 上官'.split(
    ' ',
  )
const given =
  '伟 静怡 子涵 晓燕 志强 雨桐 博文 建国 慧敏 天翊 婉清 凯 若曦 海涛 诗琪 俊杰 嘉懿 立群 玉兰 明远'.split(' ')

export const chinese: ResumeWords = {
  font: ['Noto Sans CJK SC', 'Noto Serif CJK SC'],
  name: ({ one }) => one(surnames) + one(given),
  user: (_name, { one, numbers, below }) => {
    const [first, second] = [one(syllables), one(syllables)]
    const forms = [
      `${first}.${second}`,
      `${first}${second}##`,
      `${first}_${second}`,
      `${second}.${first}####`,
      `${first}-${second}`,
      `${first}${second}`,
    ]
    return numbers(forms[below(forms.length)] ?? '')
  },
  labels: { phone: '联系电话', email: '电子邮箱', city: '现居城市', born: '出生年月', wanted: '求职意向' },
  headings: ['工作经历', '项目经历', '教育背景', '专业技能'],
  until: '至今',
  phone: '13#-####-####',
  born: '198#年#月',
  cities: ['湖北省武汉市', '浙江省杭州市', '上海市浦东新区', '四川省成都市', '广东省深圳市'],
  titles: [
    '高级后端工程师',
    '人力资源主管',
    '结构工程师',
    '渠道销售经理',
    '财务分析师',
    '品牌运营专员',
    '供应链计划员',
  ],
  companies: [
    '杭州云杉网络科技有限公司',
    '武汉精锐自动化设备有限公司',
    '苏州润泽供应链管理有限公司',
    '深圳市星辰医疗器械股份有限公司',
    '成都锦里文化传播有限公司',
    '青岛海澜机电集团',
    '广州穗丰贸易有限责任公司',
  ],
  schools: [
    '华中科技大学 机械工程（硕士）',
    '浙江大学 计算机科学与技术（本科）',
    '暨南大学 会计学（本科）',
    '西北师范大学 数学教育（本科）',
  ],
  work: [
    '负责订单中心的服务拆分与数据库分库分表，接口平均响应时间由###毫秒降至##毫秒，日均处理订单##.#万笔',
    '主导仓储管理系统的需求调研与上线培训，覆盖#个仓库、###名员工，盘点差异率下降#.#%',
    '独立完成锂电池模组装配线的夹具设计，节拍由##秒缩短至##秒，年节约成本###万元',
    '统筹华东区##家经销商的渠道政策与回款管理，20##年销售额达#,###万元，同比增长##%',
    '组织新员工入职培训##场，累计培训###人次，试用期转正率由##%提升到##%',
    '编制月度财务报表与成本分析报告，协助完成年度审计，发现并整改问题##项',
    '搭建基于Kafka与Flink的实时风控平台，峰值吞吐#.#万条/秒，误报率降低##%',
    '参与急诊科护理质量改进项目，静脉穿刺一次成功率达##.#%，患者满意度##.#分',
    '策划小红书与抖音的品牌投放，单月曝光###万次，获客成本由##元降至##元',
    '对接客户的技术规格书，编写PLC控制程序与调试文档，累计交付设备##台套',
    '使用Python与SQL建立用户流失预警模型，AUC达到0.##，召回高价值用户#,###名',
    '负责施工现场的安全巡检与质量验收，管理班组##人，连续###天零事故',
    '优化供应商评审流程，淘汰不合格供应商##家，来料不良率由#.#%降至0.##%',
  ],
  skills: [
    '熟练掌握Java、Spring Boot、MySQL及Redis，了解JVM调优与分布式事务',
    '精通SolidWorks、AutoCAD与有限元分析，持有二级建造师证书（20##年）',
    '英语六级（5##分），能阅读英文技术文档并撰写往来邮件',
    '熟悉劳动合同法与社保政策，具备薪酬核算与绩效考核经验',
    '普通话二级甲等，驾龄#年，可适应短期出差',
  ],
  stop: '；',
}

const first = 'Maria Thomas Aisha Kevin Ingrid Daniel Priya Hannah Marcus Elena Owen Fatima'.split(' ')
const last =
  'Oliveira Whitfield Rahman Keller Lindqvist Moreau Nair Ashworth Delgado Petrov Byrne Haddad'.split(' ')

export const english: ResumeWords = {
  font: ['DejaVu Serif', 'DejaVu Sans', 'Noto Serif CJK SC'],
  name: ({ one }) => `${one(first)} ${one(last)}`,
  user: (name, { below, numbers }) => {
    const user = name.toLowerCase()
    const forms = [
      user.replace(' ', '.'),
      user.replace(' ', '_'),
      `${user.replace(' ', '')}##`,
      `${user[0]}.${user.split(' ')[1]}`,
    ]
    return numbers(forms[below(forms.length)] ?? '')
  },
  labels: { phone: 'Phone', email: 'E-mail', city: 'Address', born: 'Date of birth', wanted: 'Position' },
  headings: ['Experience', 'Projects', 'Education', 'Skills'],
  until: 'present',
  phone: '+44 20 7### ####',
  born: '198#-10-2#',
  cities: ['Leeds, United Kingdom', 'Utrecht, Netherlands', 'Austin, Texas', 'Toronto, Canada'],
  titles: [
    'Senior Backend Engineer',
    'Financial Analyst',
    'Ward Manager',
    'Account Executive',
    'Structural Engineer',
  ],
  companies: [
    'Northwind Logistics Ltd',
    'Halden Medical Group',
    'Brightwater Energy',
    'Castle & Finch LLP',
    'Orchard Foods',
  ],
  schools: [
    'BSc Electrical Engineering, University of Leeds',
    'MSc Statistics, Utrecht University',
    'BA Economics, McGill University',
  ],
  work: [
    'Rebuilt the billing service in Go and cut its p99 latency from ### ms to ## ms at #,### requests a second',
    'Led a team of ## engineers across # sites and delivered ## releases, each with a written review',
    'Negotiated contracts worth $#.# million with ## suppliers and reduced the defect rate by #.#%',
    'Trained ### nurses in infection control; reported incidents fell by ##% within # months',
    'Designed a forecasting model in Python that lowered inventory by ##% and stock-outs by #.#%',
    'Managed a portfolio of ## key accounts and grew annual revenue from $### thousand to $#.# million',
    'Wrote the safety manual for ## substations; ### days without a reportable accident',
    'Introduced automated tests for ### screens and shortened the regression cycle from ## to # days',
  ],
  skills: [
    'Go, PostgreSQL, Kubernetes, Terraform, Python and stakeholder management',
    'ISO 9001 audits, budgeting up to $#.# million, supplier management',
    'English (native), German (B2), full driving licence since 20##',
    'Excel, Power BI, SQL and R; first aid certificate of 20##',
  ],
  stop: '.',
}
