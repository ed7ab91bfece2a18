// Line icons in a box of 24, drawn for this house.

export const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  flip: "M4 9a8 8 0 0 1 14-3l2 2M20 4v4h-4M20 15a8 8 0 0 1-14 3l-2-2M4 20v-4h4",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  hands: "M3 12l5-5 4 3 4-3 5 5-7 7-2-2-2 2z",
  back: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M5.600 18.400l1.800-1.800M16.600 7.400l1.800-1.800",
  screen: "M3 5h18v11H3zM8 20h8M12 16v4",
  robot: "M6 9h12v10H6zM12 9V5M10 5h4M9.5 13v1.5M14.5 13v1.5M3 12v4M21 12v4",
  people: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 19a5.5 5.5 0 0 1 11 0M16.5 11.5a2.5 2.5 0 1 0 0-5M16 14a5 5 0 0 1 5.5 5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  book: "M12 6c-2-1.5-5-2-8-1.5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5v-13c-3-.5-6 0-8 1.5zM12 6v13",
  copy: "M8 8h11v12H8zM5 16V4h11",
  share: "M7 12v7h10v-7M12 15V4M8 7.5L12 4l4 3.5",
  check: "M5 12.5l4.5 4.5L19 7",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  warn: "M12 4l9 16H3zM12 10v5M12 17.5v.5",
  die: "M5 5h14v14H5zM9 9v.01M15 15v.01M12 12v.01M15 9v.01M9 15v.01",
  skip: "M5 5l7 7-7 7zM13 5l7 7-7 7z",
  play: "M8 5l11 7-11 7z",
  pencil: "M4 20l1-5L16 4l4 4L9 19z",
  swap: "M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3",
} as const;

export type IconName = keyof typeof ICONS;
