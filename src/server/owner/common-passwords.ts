// The passwords of eight characters and more that lead every published list of leaked ones; what is a row of keys, one
// character over and over or a word with digits around it is found without being listed.
const PASSWORDS = `
  123456789a 1234567890a a123456789 a12345678 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4
  q1w2e3r4t5 zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 qwer1234 qwerty12 qwertyui qwe123456 qweasdzxc qweqwe123 asdf1234
  asdfasdf asdfghjkl zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abcdef123 1234abcd 12341234 11223344 12344321 123123123
  123321123 147258369 159753456 741852963 789456123 987654321 87654321 123654789 112233445566 123456123456 102030405060
  10203040 20202020 19871987 01012011 password1 passw0rd p@ssw0rd p@ssword pa55word pa$$word passwort motdepasse
  contrasena changeme letmein1 iloveyou iloveyou1 iloveyou2 ilovegod trustno1 football baseball basketball superman
  batman123 spiderman starwars pokemon1 princess sunshine sunflower butterfly michelle jennifer jessica1 jordan23
  charlie1 computer internet whatever corvette mercedes midnight samantha victoria benjamin alexander christian
  elizabeth danielle nicholas patricia veronica cristina isabella dragon12 monkey12 shadow12 master12 killer12
  liverpool arsenal1 chelsea1 barcelona manchester chocolate snoopy12 blink182 metallica slipknot greenday
  hello123 hellohello welcome1 welcome123 welcome2024 welcome2025 welcome2026 admin123 admin1234 administrator
  root1234 toor1234 test1234 testtest guest123 user1234 login123 access14 secret123 default1 system32 server01
  superuser temp1234 temporary qwertyuiop google123 facebook instagram tiktok123 youtube1 linkedin samsung1 iphone12
  november december september october1 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025
  autumn2025 monday123 friday13 freedom1 mustang1 harley12 ferrari1 lovelove loveyou1 babygirl1 babygirl lovers123
  forever1 myspace1 nothing1 blessed1 jesus123 jesuschrist heaven123 hallelujah godisgood diamond1 rainbow1 sunshine1
  cheese12 cookie12 pepper12 ginger12 tigger12 bailey12 buster12 hunter12 ranger12 soccer12 hockey12 yankees1 cowboys1
  steelers eagles12 lakers24 redsox12 thunder1 thomas12 robert12 daniel12 andrew12 george12 michael1 matthew1 joshua12
  correcthorsebatterystaple opensesame letmeinnow ncc1701d rosebud1 matrix12 phoenix1 scorpion asshole1 fuckyou1
  fuckyou2 fuckyou123 bullshit motherfucker pussycat dickhead
`

/** Passwords that many people have. */
export const commonPasswords: ReadonlySet<string> = new Set(PASSWORDS.trim().split(/\s+/))

/** Words that make a guessable password with nothing but digits and signs around them. */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwords passwort passcode pass accesscode access leadline leadlines admin administrator root owner user
  login signin welcome letmein qwerty qwertz azerty secret changeme default dashboard analytics coach coaching
  iloveyou monkey dragon master shadow sunshine princess football baseball superman batman trustno hello test testing
  guest demo website freetraining training business marketing facebook instagram tiktok google youtube summer winter
  spring autumn monday friday january february march april june july august september october november december`
    .trim()
    .split(/\s+/),
)
