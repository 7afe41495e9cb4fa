/** Sample pairs for tests: five trades in two languages. The texts are invented. */
export interface SamplePair {
  readonly name: string
  readonly resume: string
  readonly jd: string
}

export const samplePairs: readonly SamplePair[] = [
  {
    name: 'Java, zh',
    resume: `后端工程师
工作经历
2018.07-2021.06 某科技公司 Java开发工程师
负责订单系统的设计与开发，使用 Spring Boot、MySQL、Redis，日均订单 200 万
把单体应用拆成 12 个微服务，接口响应时间降低 40%
2021.07-2023.03 某支付公司 高级Java工程师
负责清结算服务，使用 Kafka 解耦，指导 2 名新人
教育背景
2014.09-2018.06 某大学 计算机科学与技术 本科
技能
Java、Go、Linux、Git`,
    jd: `Java后端工程师
岗位职责：
1、负责交易系统的设计与开发；
2、参与系统性能优化。
任职要求：
1、本科及以上学历，计算机相关专业；
2、5年以上Java开发经验；
3、熟悉Spring Boot、MySQL、Redis；
4、熟悉Kubernetes；
加分项：
1、有跨境电商行业经验`,
  },
  {
    name: 'new media, zh',
    resume: `实习经历
2022.03-2022.08 某教育公司 新媒体运营实习生
负责公众号选题、撰写与排版，单篇最高阅读量 3 万
用 Photoshop 制作海报与长图，用剪映剪辑短视频 20 条
校园经历
学生会宣传部部长，策划迎新晚会，组织 300 人参与
教育背景
2020.09-2024.06 某师范大学 新闻学 本科在读`,
    jd: `新媒体运营实习生
1.负责公司公众号、小红书的日常运营，撰写推文；
2.配合活动策划与执行，做数据复盘；
要求：
1.本科及以上在读，新闻、中文相关专业优先；
2.熟练使用 Photoshop 或视频剪辑软件；
3.每周到岗 4 天`,
  },
  {
    name: 'accountant, zh',
    resume: `会计
工作经历
2015.07-2020.12 某制造企业 总账会计
负责总账、纳税申报与成本核算，每月出具财务报表
使用用友 U8，参与年度审计
证书
中级会计师
教育
某财经学院 会计学 大专`,
    jd: `财务会计
任职要求：
- 大专及以上学历，会计专业
- 3年以上会计工作经验，熟悉纳税申报
- 熟练使用金蝶或用友
- 持有中级会计师证书
- 注册会计师优先`,
  },
  {
    name: 'engineer, en',
    resume: `Summary
Backend engineer who likes plain code.
Experience
Software Engineer, Acme Corp, Jan 2017 - Dec 2020
- Built billing services in Python with Django and PostgreSQL for 2 million users
- Wrote a deployment pipeline with Docker and Jenkins that cut releases from a day to an hour
Senior Software Engineer, Initech, Jan 2021 - Mar 2023
- Led the move of reporting to AWS and designed its REST APIs
Education
B.S. in Computer Science, Some University
Skills
Linux, Git, JavaScript`,
    jd: `Senior Backend Engineer
Responsibilities:
- Design and build services for our billing platform
- Mentor engineers and review designs
Requirements:
- Bachelor's degree in Computer Science
- 5+ years of backend development experience
- Strong knowledge of Python and PostgreSQL
- Experience with Kubernetes
Nice to have:
- Experience in the healthcare industry`,
  },
  {
    name: 'nurse, en',
    resume: `Experience
Registered Nurse, City Hospital, Mar 2016 - Feb 2022
- Provided patient care on a 24-bed surgical ward and trained new staff
- Kept electronic health records and gave medication
Certifications: RN license, BLS
Education
Bachelor of Science in Nursing, 2015`,
    jd: `Registered Nurse - ICU
Requirements:
- Nursing license
- Bachelor degree in nursing
- 3+ years of critical care experience
- Electronic health records
Preferred:
- Spanish`,
  },
  {
    name: 'sales, en',
    resume: `Account Executive
Experience
Account Executive, Globex, 2014 - 2019
- Sold software to hospitals, 120% of quota in three years
- Kept the pipeline in Salesforce and negotiated contracts up to $400k
Education
MBA, State University, 2013`,
    jd: `Sales Manager
Requirements:
- Bachelor's degree
- 5+ years of B2B sales experience
- Experience with Salesforce
- Fluent English and Mandarin
Nice to have:
- Experience in the healthcare industry`,
  },
]

export const isChinese = ({ name }: SamplePair): boolean => name.endsWith('zh')
