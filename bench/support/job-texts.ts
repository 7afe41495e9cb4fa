/** Texts of realistic length, written for this benchmark: a resume of 3,000 characters and a job of 1,400. */
export interface Pair {
  readonly resumeText: string
  readonly jdText: string
}

const skillsEn = [
  'Java',
  'Spring Boot',
  'MySQL',
  'Redis',
  'Kafka',
  'Docker',
  'Kubernetes',
  'Python',
  'React',
  'Go',
]
const skillsZh = [
  '数据分析',
  'Excel',
  'SQL',
  '用户运营',
  '活动策划',
  '新媒体运营',
  '市场调研',
  '项目管理',
  '文案',
  '短视频',
]

function rotated<T>(list: readonly T[], by: number): T[] {
  return list.map((_, index) => list[(index + by) % list.length] as T)
}

export function englishPair(number: number): Pair {
  const [a, b, c, d, e] = rotated(skillsEn, number)
  const jobs = Array.from({ length: 5 }, (_, index) => {
    const year = 2012 + index * 2
    return `Jan ${year} - Dec ${year + 1} Software Engineer, Company ${number}-${index}
- Built and ran a payment service with ${a} and ${b} that serves ${index + 2} million requests a day
- Moved ${index + 3} applications to ${c}, wrote runbooks, and cut the time of a release from days to an hour
- Reviewed designs of the team, mentored two colleagues and kept the test coverage above 80 percent
- Worked with product managers and support to find and settle the causes of customer complaints`
  })
  const resumeText = `Person ${number}
person${number}@example.org | +1 555 123 4567
Summary
Engineer with 10 years of experience in backend development, ${d} and distributed systems.
Experience
${jobs.join('\n')}
Education
2008 - 2012 Bachelor of Science in Computer Science, Some University
Skills
${[a, b, c, d].join(', ')}, Git, Linux`
  const jdText = `Senior Backend Engineer ${number}
About us
We make software for shops and have done so since 2009.
Responsibilities:
- Design, build and operate services that move money for thousands of shops
- Work with product managers to turn needs of customers into plans that can be shipped
- Review code and designs, and help colleagues to grow
- Keep services fast, observable and cheap to run
Requirements:
- Bachelor's degree in Computer Science or a related field
- 5+ years of experience in backend development with ${a} or ${e}
- Strong knowledge of ${b} and ${c}
- Experience with distributed systems and high availability
- Clear written and spoken English
Nice to have:
- Experience with ${d}
- Experience in fintech
Benefits:
- Health insurance, 25 days of holiday, a budget for learning`
  return { resumeText, jdText }
}

export function chinesePair(number: number): Pair {
  const [a, b, c, d, e] = rotated(skillsZh, number)
  const jobs = Array.from({ length: 5 }, (_, index) => {
    const year = 2014 + index * 2
    return `${year}.01-${year + 1}.12 某科技公司${number}-${index} 运营专员
1、负责${a}与${b}，管理 ${index + 3} 个账号，一年内用户从 ${index + 1} 万增长到 ${index + 6} 万
2、独立完成${c}方案的撰写与执行，协调设计、技术和销售团队按时上线，复盘并形成文档
3、每周输出报表，跟踪转化率、留存率等指标，提出 ${index + 4} 项改进建议并推动落地
4、带领 ${index + 2} 名实习生完成日常内容的采编、排版和推送，参与供应商谈判`
  })
  const resumeText = `候选人${number}
性别：女 年龄：30岁 电话：13800001111 邮箱：p${number}@example.cn
求职意向：运营经理
工作经历
${jobs.join('\n')}
教育背景
2010.09-2014.06 某大学 市场营销 本科
专业技能
熟练使用${[a, b, c, d].join('、')}；英语六级，能够阅读英文资料
自我评价
做事认真负责，善于沟通，抗压能力强，喜欢学习新的工具和方法`
  const jdText = `运营经理${number}
公司介绍
我们为中小商家提供经营工具，服务客户超过十万家。
岗位职责：
1、制定年度与季度运营计划，对用户增长和留存负责；
2、策划并落地线上线下活动，跟踪数据并持续优化；
3、与产品、设计、技术、销售等部门协作，推动需求上线；
4、搭建内容和社群运营体系，培养团队成员。
任职要求：
1、本科及以上学历，市场营销、新闻传播等相关专业，5年以上互联网运营经验；
2、熟悉${a}、${b}、${c}，有成功案例；
3、具备良好的数据分析能力，熟练使用 Excel、SQL；
4、优秀的沟通表达与跨部门协调能力，能承受一定的工作压力；
5、英语四级以上。
加分项：
1、有${d}或${e}经验者优先；
2、有教育行业或电商行业背景者优先。
福利待遇：五险一金、带薪年假、年度体检、弹性工作时间。`
  return { resumeText, jdText }
}
