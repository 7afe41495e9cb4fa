import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'
import { isChinese, samplePairs } from './sample-pairs.ts'

/** Personal data in many forms: labels, tables, slashes, bullets, brackets, sentences, footers. */

const today = monthNumber(2026, 11)
const scoreOf = (resumeText: string, jdText: string): number =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).unroundedScore

const chinese = `基本信息：男/28岁
男/28岁/未婚/汉族
女/1996年/湖南/团员
张伟/男/35岁/已婚
姓名/张伟/性别/男
性别/女/年龄/32
个人信息：女/32岁/已婚已育/江苏南京
基本资料：王芳/女/1990年生
汉族/中共党员/未婚
28岁/女/上海
籍贯/四川 民族/汉
男 / 1993.05 / 河北石家庄
张伟（男，28岁）
王芳（女，已婚，两个孩子）
李娜（1992年生，湖北武汉人）
刘洋(男/30岁/未婚)
陈静【女 | 26岁】
赵强（退伍军人，党员）
周敏（她）
• 性别：女
• 年龄：35岁
• 民族：回族
• 婚姻状况：离异
• 政治面貌：群众
- 籍贯：安徽合肥
- 身高：168cm
* 出生年月：1991年7月
● 户口所在地：北京市海淀区
2、性别：女
| 性别 | 女 | 年龄 | 29 |
| 民族 | 汉族 | 籍贯 | 山东青岛 |
| 婚姻状况 | 已婚 | 政治面貌 | 中共党员 |
| 身高 | 172cm | 体重 | 60kg | 血型 | A型 |
| 生日 | 1990-05-06 | 星座 | 金牛座 |
姓名：张伟 | 性别：男 | 年龄：28
姓名：张伟\t性别：男\t出生：1990
性别：男；民族：汉；婚否：否
民族：满族 血型：B型 星座：狮子座
身高：165CM 体重：50KG 视力：5.0
健康状况：优 婚姻：已婚 子女：一子
子女：1个
子女情况：一儿一女
生育状况：已育
配偶：无
性取向：保密
兵役状况：已服役
服役经历：无
军人身份：退役士兵
参军两年，2012年退伍
曾服兵役
2010年至2012年在部队服役
退役大学生士兵
我当过兵
我是军属
烈士子女
农村户籍
城镇户口
非农业户口
户口性质：农业
集体户口
居住证：上海
我来自新疆乌鲁木齐
来自广西农村的女孩
我是东北人
本人湖南籍
山东汉子
土生土长的北京人
北京本地人
从小在广东长大
出生于1988年
生于湖北黄冈
1990年3月12日出生
生于九十年代
85后
九零后
今年三十五岁
三十五岁
年近四十
芳龄26
年方28
本命年
属相：马
生肖：兔
我是天蝎座
A型血
血型：AB
我是一名女生
我是男生
本人男
女士
先生
性别不限披露
有一个三岁的女儿
家有二宝
已为人父
已为人母
刚结婚
新婚
准备要二胎
已结婚生子
丁克
单亲妈妈
未婚妈妈
正在休产假
怀孕五个月
备孕中
离婚
我信仰佛教
基督徒
信奉天主教
无宗教信仰
宗教：伊斯兰教
穆斯林
藏族同胞
民族：壮
彝族，云南人
少数民族考生
国籍：加拿大
外籍华人
持有绿卡
归国华侨
台胞
港澳台同胞
党员
入党积极分子
民革党员
中国民主同盟盟员
无党派
积极向党组织靠拢
共产党员
视力良好
色盲
左撇子
听力障碍
持残疾人证
肢体残疾四级
乙肝携带者
无传染病史
无犯罪记录
身体状况：健康
体重55公斤
身高一米七五
身高1.75米
1米68
照片：
附照片
个人照片
近期免冠照片一张
手机 13800138000
电话：021-12345678
座机：0571-88888888
微信同手机号
微信：wx_zhang
QQ 123456789
Email：zhang@163.com
邮箱：go.python@qq.com
知乎：@zhangwei
微博：@王芳
地址：北京市朝阳区建国路88号
住址 浙江省宁波市
邮编：100000
家庭成员：父亲，教师；母亲，医生
父亲：张建国
紧急联系人：李梅 13900000000
护照号：E12345678
驾龄5年
家里说粤语
爱好：篮球、旅游
兴趣：钓鱼
业余爱好：广场舞
她/她的
他/他
第 1 页 张伟 男 28岁
张伟的简历 第2页
页脚：王芳 13800138000
王芳 - 个人简历 - 第 2 页 / 共 3 页`

const english = `Mr John Smith, 45
Mrs Jane Smith, 38
Ms Lakisha Washington, 29, single
Dr Mohammed Al-Farsi, 51
John Smith, 45
John Smith (45)
John Smith (male, 45)
Emily Walsh (she/her/hers)
Jane Doe (she/they)
Jane Doe [she/her]
Ahmed Hassan (b. 1985)
Maria Lopez, b. 1979
Hometown Cleveland.
Hometown: Lagos.
Hometown - Manila
Home town: Mumbai
Basic info: Male/28
Male/28/Single
Female / 35 / Married
F/32/Married
M/45
Gender/Female
Sex/Male/Age/40
Personal details: male, 28, single
Bio: 45, married, two kids
• Gender: Female
• Age: 29
• Nationality: Kenyan
• Marital status: Divorced
- Date of birth: 4 May 1984
- Religion: Hindu
* Race: White
| Gender | Female | Age | 29 |
| Nationality | Ghanaian | Religion | Christian |
| Marital status | Single | Children | None |
| Height | 180 cm | Weight | 80 kg |
| Pronouns | they/them |
Gender\tMale\tAge\t33
Sex: F; Age: 31; Marital status: Married
Born in Lagos
Born and raised in Ohio
Born and raised in Texas.
Raised in rural Kentucky
I grew up in Mexico City
I grew up in a small town.
Native New Yorker
A proud Texan
Proud American
I am Pakistani
I'm Irish
I am from Nigeria.
Coming from Vietnam
Moved here from Ukraine
First-generation immigrant
Second generation American
Daughter of immigrants
Son of a farmer
I am a US citizen
Dual citizen of Canada and France
Permanent resident
H-1B visa holder
Work permit: yes
No visa required
Passport: British
Turning 50 this year
I turned 40 in May
In my thirties
In my late forties
Fifty years old
Age: forty
Aged 61
61 yrs
61 y/o
28 y.o.
55yo
Over 50
Millennial
Gen Z
Baby boomer
Class of 1985 grandma
Grandmother of four
Dad of twins
Mum of three
Stay-at-home mom
Working mother
Father of a toddler
Two children, ages 4 and 7
Kids: 2
Children: none
No children
Married to a nurse
Newlywed
Engaged
Single, no kids
Widow
Separated
Wife: Maria
Spouse: John
My husband is in the army
Pregnant, due in May
Trying for a baby
Returning from maternity leave
Back from parental leave
Served in the US Army
Army veteran
Navy veteran, honorably discharged
U.S. Marine Corps veteran
Retired Air Force
Military status: discharged
Military service: completed
Completed national service
Military spouse
Reservist
Languages spoken at home: Spanish
Languages spoken at home: none
We speak Tagalog at home
Hobbies: golf
Hobbies: yoga and hiking
Interests: cricket, chess
I like fishing.
I enjoy cooking and travel
Lesbian
Bisexual man
Queer and proud
Straight
Trans man
Cisgender
Sexual orientation: gay
Muslim woman
I wear a hijab
I observe the Sabbath
Jewish
Baptist
Mormon missionary in Peru
Church deacon
Agnostic
Black woman
African American male
Hispanic or Latino
Native American
Pacific Islander
Two or more races
Ethnic background: Asian
Caucasian male
Registered Democrat
Republican party member
Voted for Obama
Union shop steward
Conservative
Blind in one eye
Hearing impaired
I have ADHD
Autistic
Type 1 diabetic
Wheelchair user
Epilepsy
Good health
Health: excellent
Physically fit
Height: 5'7
5'11", 170 lbs
6 ft 2
Weight 70 kg
Left-handed
Zodiac: Leo
I'm a Scorpio
Star sign: Aries
Blood type A+
Photo
Picture attached
[headshot]
See photo above
Tel 555 0100
Cell: 555-0100
(555) 010-0199
Email - a.b@java.com
Twitter: @janedoe
Instagram @jsmith
Skype: jane.python
Website: www.janedoe.dev
221B Baker Street, London
P.O. Box 123, Springfield
Springfield, Illinois
Lives in Boston
Based in Houston
Residing in Karachi
Page 1 of 2 - Jane Doe, 35, female
Resume of Mary Jones (Mrs)
Curriculum Vitae - John Smith, born 1970
He/him/his | Black | 42`

describe.each([
  ['Chinese', true, chinese],
  ['English', false, english],
] as const)('%s', (_language, inChinese, forms) => {
  const pairs = samplePairs
    .filter((each) => isChinese(each) === inChinese)
    .map((each) => ({ ...each, base: scoreOf(each.resume, each.jd) }))
  test.each(forms.split('\n').map((form, index) => [form, index] as const))('%s', (form, index) => {
    const pair = pairs[index % pairs.length]
    const { resume = '', jd = '', base } = pair ?? {}
    const resumes = [`${form}\n${resume}`, `${resume}\n${form}`]
    expect(scoreOf(resumes[Math.floor(index / pairs.length) % 2] ?? '', jd)).toBe(base)
  })
})
