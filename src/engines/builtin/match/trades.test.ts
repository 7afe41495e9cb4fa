import { expect, test } from 'vitest'
import { matchNow } from '../tasks.ts'

/** An ad, two fitting candidates, one of a related trade, one of another. The texts are invented. */
const cases: readonly (readonly [jdText: string, one: string, other: string, near: string, far: string])[] = [
  [
    '招炒锅师傅\n要求：会做江湖菜，颠勺熟练，能独立负责头锅，三年以上厨房经验，有健康证。',
    '王师傅，做了8年炒锅，先在川菜馆二炒，后来当头锅，江湖菜、家常菜都会，有健康证。',
    '2019-2024 某酒楼 头锅；2015-2019 某饭店 打荷、上杂、切配。会川菜湘菜，刀工好，健康证在有效期。',
    '面包店做了3年欧包和吐司，会起酥、裱花，健康证。',
    '做了5年货车司机，A2驾照，跑长途干线，安全行车无事故。',
  ],
  [
    '招B2司机，开4.2米厢货，城配线路，负责送货装卸，熟悉本市路况，无重大事故。',
    'B2驾照，开厢货5年，跑商超城配，自己装卸，会用导航，没出过事故。',
    'C1驾照增B2，2020至今给快消公司送货，4米2箱货，跟车卸货，签收回单。',
    '小车司机，给老板开商务车6年，接送机场。',
    '会计，做账报税，用金蝶。',
  ],
  [
    '招电梯维保工，有电梯证，负责半月保、困人救援、故障排除，会看电气图。',
    '电梯维保5年，奥的斯三菱都修过，T证，会调门机、换曳引轮，半夜救援随叫随到。',
    '2018起做电梯安装调试，后转维保，手里60台梯，有电梯作业证和电工证。',
    '写字楼物业维修，换灯修水管配电房值班，有低压电工证。',
    '销售代表，跑医院。',
  ],
  [
    '招猪场饲养员，负责母猪产房，会接产、打疫苗、配种，住场。',
    '猪场干了5年，产房和保育都管过，接产、断奶、免疫程序清楚。',
    '配怀舍配种员，采精输精查情，管600头母猪。',
    '养鸡场，蛋鸡喂料捡蛋。',
    '设计师，做海报。',
  ],
  [
    'HVAC technician: residential installs, refrigerant charging, furnace repair, EPA 608 certification, driver license.',
    'Five years fixing rooftop units and heat pumps. EPA universal. Brazing, recovery, duct work.',
    'Installed split systems and furnaces, changed compressors, on call weekends, EPA 608 card.',
    'Apartment maintenance: drywall patch, toilets, light fixtures.',
    'Copywriter for social media.',
  ],
  [
    'CNC machinist: setup and operate Haas mills and lathes, read blueprints, micrometers, G-code edits.',
    'Ran Haas VF2 and ST20, set tools and offsets, edited G code, held tenths with mics and bore gauges.',
    'Manual Bridgeport and lathe hand turned CNC setup man, Fanuc controls, first article inspection.',
    'MIG welder, press brake, shear.',
    'Hotel receptionist.',
  ],
]

test.each(cases)(
  'fitting candidates rank before similar ones, in the words of the trade: %s',
  (jdText, ...resumes) => {
    const [one = 0, other = 0, near = 0, far = 0] = resumes.map(
      (resumeText) => matchNow({ resumeText, jdText }, new Date('2026-11-22')).data.score,
    )
    expect(Math.min(one, other)).toBeGreaterThan(Math.max(50, near))
    expect(near).toBeGreaterThan(far)
  },
)
