/** The parts of the most common passwords; see `common-password.ts`. Written for this product from generally known habits. */

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Stems that people combine with a few digits: letters, keyboard sequences, service names, endearments and swear-words. */
export const passwordStems: readonly string[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz'),
  ...words(`
    aa bb cc dd ee ff gg hh jj kk ll mm nn pp qq rr ss tt ww xx yy zz aaa bbb ccc qqq www xxx yyy zzz aaaa qqqq wwww zzzz xxxx aaaaa aaaaaa
    ab abc abcd abcde abcdef abcdefg abcabc cba xyz qw qwe qwer qwert qwerty qwertyu qwertyui qwertyuiop qwqw qweqwe asd asdf asdfg asdfgh
    asdfghj asdfghjk asdfghjkl asdasd zx zxc zxcv zxcvb zxcvbn zxcvbnm zxczxc qaz wsx edc qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdzxc
    wasd poiu poiuy lkjh mnbv mnbvcxz ytrewq rewq fdsa vcxz zaq xsw zaqxsw
    password passwd passw0rd p@ssw0rd p@ssword pass pwd mima mm mypassword admin administrator root toor guest user test testtest
    demo login welcome hello hellokitty helloworld master manager system server default changeme letmein secret private public temp
    super superman batman spiderman dragon tiger monkey lion eagle shadow sunshine princess prince angel baby babygirl lovely flower summer
    winter spring autumn happy lucky smile money coffee cookie chocolate banana apple orange lemon pepper ginger google baidu taobao alipay
    tencent weixin wechat weibo qqcom yahoo hotmail gmail microsoft windows linux ubuntu android iphone huawei xiaomi samsung nokia sony
    oracle mysql java python office internet computer network football basketball soccer baseball hockey nba kobe jordan james messi ronaldo
    beckham liverpool chelsea arsenal barcelona milan juventus pokemon naruto mario starwars matrix killer hunter ranger soldier
    love loveyou loveme iloveyou iloveu ilove ilu mylove lovelove forever family friend friends mother father mama baba mom dad sister brother
    michael jennifer jessica michelle daniel david andrew thomas robert joshua ashley nicole amanda charlie jackson maggie harley george
    tom jack lucy lily mary alice linda peter paul kevin eric tony jason jerry henry leo sam sunny vivian cindy amy anna helen
    trustno freedom whatever fuckyou fuck asshole bitch sex sexy god jesus christ china beijing shanghai guangzhou shenzhen hangzhou
    nanjing chengdu wuhan tianjin chongqing xian suzhou xiamen dalian qingdao zhongguo hongkong taiwan macau london paris newyork
    woaini woaiwo woaiwojia woaimama woaibaba woaiziji woaixuexi aini ainiyiwannian woshishui woshini woshiwo woshi wode wodeaiwoai
    nishishui nishiwo nihao nihaoma nimei caonima shabi sb tmd nmsl zhenshi meiyou buzhidao wangji wangjile wangjimima mimawangle mima
    laopo laogong baobei qinai baobao xiaobao xiaobei dabao erbao xiaoming xiaohong xiaogang xiaoli xiaowei xiaolong xiaoyu xiaoxue xiaotian
    xiaohei xiaobai xiaomao xiaogou xiaozhu maomi goudan tiantian mingming lingling yangyang yuanyuan jiajia jingjing feifei fangfang
    lanlan lili lele beibei dandan dongdong tingting tiancai tianshi tianxia mengmeng meimei nannan niuniu pangpang pingping qianqian
    kaixin kuaile xingfu pingan jiankang facai gongxi gongxifacai zhaocai yima dayima haohao haoren haoyun shunli wanshiruyi
    renmin renminbi rmb qian youqian meiqian yinhang zhifu zhifubao dingdan shanghu shangjia caiwu kuaiji gongsi qiye laoban jingli guanli
    guanliyuan yonghu zhanghao dianhua shouji kefu ceshi shiyong ronghui rh rhadmin ronghuiadmin
  `),
];

/** The hundred most frequent family names in pinyin. */
export const familyNames: readonly string[] = words(`
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng
  xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren yao shen zhong cui tan lu fan shi liao jia xia fu bai zou meng
  xiong qin qiu hou jin yin xue yan duan lei long tao shi gu mao hao gong shao wan qian tang dai yan mo kong xiang chang ouyang
`);

/** Frequent given names in pinyin, of one and two syllables. */
export const givenNames: readonly string[] = words(`
  wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xia ping gang hua bin bo hui fei hong jian kai lin long mei ning
  peng qing rui shan ting xin xue ying yu yun zhen haoran yuxuan zihan zixuan yichen ruoxi xinyi haoyu junjie jianguo jianhua guoqiang
  xiaoming xiaohong xiaoli xiaoyan lina lili yanli haitao zhiqiang zhigang wenjie wenbo tingting dandan yuting jingjing
`);

/** Digits that people append: runs, repeats, years, and numbers that sound like words (520 我爱你, 1314 一生一世, 888 发发发). */
export const passwordTails: readonly string[] = [
  ...words(`
    1 2 3 6 7 8 9 0 01 10 11 12 22 23 33 66 69 77 86 88 99 100 110 111 112 114 119 120 121 123 168 186 188 222 234 250 321 333 345 360 365 444
    456 520 521 555 567 666 678 686 688 777 789 808 886 888 911 987 996 999 000 007 1000 1001 1010 1111 1112 1122 1123 1212 1221 1231 1234
    1235 1236 1314 1413 1357 1688 1818 1919 2222 2345 2468 3344 3333 3456 4321 4444 5201 5211 5210 5555 5566 5678 5858 6666 6688 6789 7758
    7777 7788 7890 8787 8866 8888 8899 9527 9876 9898 9988 9999 0000 0123 00000 11111 12121 12321 12345 13145 13579 22222 33333 44444 55555
    54321 52013 56789 66666 67890 77777 88888 98765 99999 000000 010203 111111 111222 112211 112233 121212 123000 123098 123123 123321 123345
    123412 123454 123455 123456 123567 123654 123666 123678 123698 123777 123789 123888 123987 123999 131313 131420 134679 135246 135790 142536
    147147 147258 147369 147852 147896 159357 159753 159951 168168 222222 223344 232323 246810 258258 258369 258456 314159 321321 321654 333333
    369258 369369 444444 456123 456456 456789 513145 520520 520131 521521 521314 555555 556677 565656 584520 584521 595959 654321 666666 666888
    676767 686868 696969 741852 741963 753951 777777 778899 787878 789456 789789 852456 888666 888888 951753 963852 963258 969696 987654 987987
    998877 999999 1111111 1122334 1234560 1234561 1234566 1234567 1314520 1314521 1472580 2222222 3344520 3344521 5201314 5211314 5841314 6666666
    7654321 7758258 7758521 7777777 8888888 9876543 9999999 00000000 01234567 10101010 11111111 11112222 11223344 12121212 12340000 12341234
    12344321 12345600 12345612 12345678 12345679 12348765 13131313 13141314 13145200 13145201 13579246 14725836 14789632 22222222 22334455
    31415926 33445566 36925814 52013140 52013141 55555555 56781234 66666666 66668888 66778899 77777777 77585210 87654321 88886666 88888888
    98765432 99998888 99999999 000000000 0123456789 111111111 112233445 123123123 123321123 1234554321 123456123 1234567 123456789 1234567890
    123456780 123454321 147258369 147852369 159357456 159753456 258369147 369258147 456456456 520131400 520520520 521521521 666666666 741852963
    789456123 888888888 963852741 987654321 9876543210 999999999 1111111111 1122334455 1234512345 1234567891 5201314520 5201314521 0987654321
  `),
];

/** Common passwords that no rule generates. */
export const exactPasswords: readonly string[] = words(`
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx !qaz2wsx 1qazxsw2 2wsx3edc 2wsxzaq1 zaq12wsx zaq1xsw2 zaq1zaq1 q1w2e3r4
  q1w2e3r4t5 q1w2e3r4t5y6 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 z1x2c3v4 1a2b3c4d 1a2b3c4d5e 1a2s3d4f 1z2x3c4v aa11bb22 aabb1122 qw12er34
  q1q1q1q1 a1a1a1a1 1a1a1a1a q1q2q3q4 a1a2a3a4 1234qwer 12345qwert 123qweasd 123qweasdzxc 123qwe123 123qwe!@# 123abc!@# 1qaz!qaz qwe123!@# qweasd123
  qwer1234! abc123!@# 123456!@# 123456@a a123456! a123456. a123456@ aa123456! abc123456! 123456789! 12345678@ 1234abcd! abcd1234! qwer!@#$ 1234!@#$
  !@#$1234 !@#$qwer asdf!@#$ p@$$w0rd pa$$word pa$$w0rd p@55w0rd passw0rd! password! password1! password123! password@123 p@ssw0rd1 p@ssw0rd123
  p@ssword1 p@ssword123 admin@123 admin123! admin!@# admin@1234 admin#123 root@123 test@123 qwe@123 abc@123 abc.123456 qq.123456 woaini!! iloveyou!
  welcome1! welcome@123 welcome123! letmein1! changeme! changeme123 huawei@123 huawei12#$ ronghui@123 ronghui123 ronghui123456 fuckyou! hello123!
  wo123456ni wo5201314 wo520ni wo1314ni woaini521ni woaini5201314ni ai5201314ni 520aini1314 1314woaini 520woaini 5201314woaini caonima123!
  nihao123! nihao@123 iloveyou520 iloveyou1314 iloveyou5201314 521woaini taobao123 alipay123 weixin123456 qq123456789 qq123456.
  110110jp jp110110 xiaoxiao520 zhang123456 wang123456 li123456 liu123456 chen123456 wangyut2 wangyut123 as790433886 dearbook1 li5201314
  asdf1234! asd123456! zxc123456! zxcvbnm123! qaz123456! qwe123456! 0p9o8i7u 0o9i8u7y 9ol.0p;/ 7ujm8ik, 5tgb6yhn 3edc4rfv 4rfv5tgb mko09ijn nhy67ujm
  bgt56yhn vfr45tgb cde34rfv xsw23edc zse45rdx xdr56tfc 1qa2ws3ed 1qw23er4 12qwaszx qwaszx12 123zxc456 zxc123asd asd123qwe qwe456asd
`);
