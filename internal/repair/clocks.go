package repair

// CurrentTime asks the system for the time instead of an object that is made for it.
var CurrentTime = kind("CurrentTime", "use System.currentTimeMillis", func(p *place) error {
	question := p.node.Parent
	switch p.callee(question) {
	case "getTimeInMillis", "toEpochMilli":
	case "getTime":
		if p.site.Call.Class != "java/util/Date" {
			return refuse("getTime of a calendar makes a Date")
		}
	default:
		return refuse("the time is asked for in another form")
	}
	if question.Child("object") != p.node || len(arguments(question)) > 0 || len(arguments(p.node)) > 0 || p.node.Children[len(p.node.Children)-1].Type == "class_body" {
		return refuse("the time is asked for in another form")
	}
	if loses(question) {
		return errComment
	}
	system, err := p.implicit("System")
	if err != nil {
		return err
	}
	p.replace(question.Start, question.End, system+".currentTimeMillis()")
	return nil
})
